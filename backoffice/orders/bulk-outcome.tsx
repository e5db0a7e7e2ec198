import { useRevalidator } from "react-router";
import type { UndoableState } from "../../contract/admin/order-actions.ts";
import { type BulkResult, MAX_BULK } from "../../contract/admin/order-bulk.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { useAction } from "../shared/use-action.ts";

/** What a bulk action has done. */
export interface BulkOutcome {
  /** Such as "packed". */
  done: string;
  results: readonly BulkResult[];
  /** The state that it led to, if that can be undone. */
  undoes?: UndoableState;
}

/** How many reasons are read aloud; the list has them all. */
const MAX_SAID = 5;

/** Says the result with the reasons of what was not done. */
export function outcomeOf({ done, results }: BulkOutcome): string {
  const failed = results.filter(({ problem }) => problem);
  const reasons = failed.slice(0, MAX_SAID).map(({ number, problem }) => `${number}: ${problem}.`);
  const more = failed.length > MAX_SAID ? [`And ${failed.length - MAX_SAID} more.`] : [];
  return [`${results.length - failed.length} of ${results.length} ${done}.`, ...reasons, ...more].join(" ");
}

/** Shows the result of a bulk action for each order, and undoes it. */
export function Outcome({
  outcome,
  onChange,
}: {
  outcome: BulkOutcome;
  /** @param next null once it is closed */
  onChange: (next: BulkOutcome | null) => void;
}) {
  const { done, results, undoes } = outcome;
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const failed = results.filter(({ problem }) => problem);
  const changed = results.flatMap(({ number, problem }) => (problem ? [] : number));
  const undo = (state: UndoableState) =>
    run(async () => {
      const next = { done: "undone", results: await undoSteps(state, changed) };
      await revalidate();
      announce(outcomeOf(next));
      onChange(next);
    });
  return (
    <section aria-label="Result" data-bottom-bar className="panel sticky bottom-2 z-10 mt-3 grid gap-2 p-3 shadow-lg">
      <p>
        <strong>
          {changed.length} of {results.length}
        </strong>{" "}
        {done}.
      </p>
      {failed.length > 0 && (
        <ul className="grid max-h-40 gap-1 overflow-auto text-terracotta">
          {failed.map(({ number, problem }) => (
            <li key={number}>
              {number}: {problem}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {undoes && changed.length > 0 && (
          <Button type="button" className="button-quiet" disabled={busy} onClick={() => void undo(undoes)}>
            Undo
          </Button>
        )}
        <button type="button" className="button-quiet" onClick={() => onChange(null)}>
          Close
        </button>
      </div>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
    </section>
  );
}

/** Undoes the last step of orders, as many in a request as it may have. */
async function undoSteps(state: UndoableState, numbers: readonly string[]): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (let at = 0; at < numbers.length; at += MAX_BULK)
    results.push(
      ...(await call("undoOrderSteps", { body: { state, numbers: numbers.slice(at, at + MAX_BULK) } })).results,
    );
  return results;
}
