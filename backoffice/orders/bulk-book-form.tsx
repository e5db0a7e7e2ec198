import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { CourierAccount } from "../../contract/admin/couriers.ts";
import { type BulkResult, MAX_BULK } from "../../contract/admin/order-bulk.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { useAction } from "../shared/use-action.ts";

interface BulkBookFormProps {
  numbers: readonly string[];
  onDone: (results: readonly BulkResult[]) => Promise<void>;
  onClose: () => void;
}

/** How often and for how long the results are asked for: a courier answers in seconds. */
const ASK_EVERY_MS = 1500;
const ASK_TIMES = 20;

/** Books a courier for several orders, each as the same content was packed last, and waits for the couriers' answers. */
export function BulkBookForm({ numbers, onDone, onClose }: BulkBookFormProps) {
  const [accounts, setAccounts] = useState<readonly CourierAccount[] | null>(null);
  const [account, setAccount] = useState("");
  const { run, busy, error } = useAction();
  const { run: load, error: notLoaded } = useAction();
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    void load(async () => {
      const usable = (await call("listCourierAccounts", {})).filter((one) => one.isEnabled && one.isConnected);
      setAccounts(usable);
      setAccount(usable[0]?._id ?? "");
    });
  }, []);
  const book = () =>
    run(async () => {
      const { results } = await call("bookParcels", { body: { account, numbers: numbers.slice(0, MAX_BULK) } });
      await onDone(await withAnswers(results));
    });
  if (accounts?.length === 0)
    return (
      <p>
        No account with a courier can be used now.{" "}
        <Link to="/couriers" className="text-link">
          Couriers
        </Link>
      </p>
    );
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void book();
      }}
    >
      <p className="text-bark">
        Each parcel is declared as the same content was packed last. What was never packed is left as it is, and named
        in the result.
      </p>
      {accounts && accounts.length > 1 && (
        <SelectField
          label="Book with"
          value={account}
          options={accounts.map(({ _id, label }) => ({ value: _id, name: label }))}
          onChange={setAccount}
        />
      )}
      <Problem error={error ?? notLoaded} otherwise={error?.errors[0]?.message} />
      <div className="flex justify-end gap-2">
        <button type="button" className="button-quiet" onClick={onClose}>
          Back
        </button>
        <Button type="submit" className="button-primary" disabled={busy || account === ""}>
          {busy ? "Asking the courier …" : numbers.length === 1 ? "Book 1 parcel" : `Book ${numbers.length} parcels`}
        </Button>
      </div>
    </form>
  );
}

/** Replaces the results of what is being booked by the couriers' answers, as far as they come in half a minute. */
async function withAnswers(results: readonly BulkResult[]): Promise<BulkResult[]> {
  const asked = results.filter(({ problem }) => problem === "").map(({ number }) => number);
  if (asked.length === 0) return [...results];
  let answers = new Map<string, string>();
  for (let times = 0; times < ASK_TIMES; times++) {
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
    const read = await call("listBookings", { query: { numbers: asked.join(",") } });
    const waits = read.some(({ booking }) => booking?.step === "wanted" || booking?.step === "asking");
    answers = new Map(read.map(({ number, booking }) => [number, booking?.problem ?? ""]));
    if (!waits) break;
  }
  return results.map(({ number, problem }) => ({ number, problem: problem || (answers.get(number) ?? "") }));
}
