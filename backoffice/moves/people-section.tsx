import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import type { Move, MovedPeople, PeopleKind, PeopleState } from "../../contract/admin/moves.ts";
import { call } from "../api/client.ts";
import { StateBadge, type States } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";

/** How often the page polls a running job, in milliseconds. */
const POLL_MS = 1000;

const STATES: States<PeopleState> = {
  read: { name: "Not stored", tone: "attention" },
  storing: { name: "Storing", tone: "progress" },
  stopped: { name: "Stopped", tone: "attention" },
  stored: { name: "Stored", tone: "done" },
  undoing: { name: "Undoing", tone: "progress" },
  undone: { name: "Undone", tone: "neutral" },
};
const number = (value: number) => value.toLocaleString("en-IN");
const count = (value: number, [one, many]: readonly [string, string]) => `${number(value)} ${value === 1 ? one : many}`;
const NAMES = { customers: ["customer", "customers"], orders: ["order", "orders"] } as const;
const isRunning = ({ state }: MovedPeople) => state === "storing" || state === "undoing";

/** The files of a move with customers or orders: what they have, and the buttons that store and undo it. */
export function PeopleSection({ move: { _id: id, people } }: { move: Move }) {
  const { revalidate, state } = useRevalidator();
  const running = people.some(isRunning);
  useEffect(() => {
    if (!running || state !== "idle") return;
    const timer = setTimeout(() => void revalidate(), POLL_MS);
    return () => clearTimeout(timer);
  }, [running, state, revalidate]);
  return people.map((file) => <PeopleFile key={file._id} moveId={id} file={file} onDone={revalidate} />);
}

function PeopleFile({ moveId, file, onDone }: { moveId: string; file: MovedPeople; onDone: () => Promise<void> }) {
  const { _id: fileId, fileName, kind, state, counts, progress, message, hasFile } = file;
  const { run, busy, error } = useAction();
  const [hasProof, setHasProof] = useState(false);
  const [proof, setProof] = useState({ wording: "", place: "" });
  const params = { id: moveId, file: fileId };
  const running = isRunning(file);
  const isNew = state === "read" || state === "undone";
  const canStore = hasFile && (isNew || state === "stopped");
  const asksProof = kind === "customers" && state === "read" && counts.saidYes > 0;
  const act = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work();
      await onDone();
    });
  const fieldOf = (name: keyof typeof proof) => ({
    value: proof[name],
    error: fieldMessage(error, `consent.${name}`),
    onChange: ({ target }: { target: HTMLInputElement }) => setProof((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <form
      noValidate
      aria-label={`${kind === "customers" ? "Customers" : "Orders"} of ${fileName}`}
      className="panel mb-4 grid grid-cols-1 gap-3 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        act(() => call("storeMovedPeople", { params, body: { consent: asksProof && hasProof ? proof : null } }));
      }}
    >
      <h2 className="flex flex-wrap items-center gap-2 wrap-anywhere">
        {kind === "customers" ? "Customers" : "Orders of before"}: {fileName}
        <StateBadge of={STATES[state]} isLive />
      </h2>
      {state === "storing" && (
        <label className="grid gap-1">
          <span>
            {progress} % of {number(counts.rows)} rows are stored.
          </span>
          <progress className="w-full accent-leaf" max={100} value={progress} />
        </label>
      )}
      {message && (
        <p role="alert" className="border-terracotta border-l-2 py-1 pl-3">
          {message}
        </p>
      )}
      {state === "read" && (
        <p>
          <strong>
            {number(counts.new)} new, {number(counts.known)} known
          </strong>
          {counts.skipped > 0 && `, ${count(counts.skipped, ["row", "rows"])} not taken`}.
        </p>
      )}
      {!isNew && <p>{resultOf(kind, counts)}</p>}
      {state === "read" && <p className="text-bark text-small">{ABOUT[kind]}</p>}
      {asksProof && (
        <fieldset className="grid grid-cols-1 gap-3">
          <legend className="mb-1 font-semibold">Newsletter</legend>
          <label className="flex items-start gap-2">
            <input type="checkbox" className="mt-1" checked={hasProof} onChange={() => setHasProof(!hasProof)} />
            <span>
              I can prove that {count(counts.saidYes, ["customer", "customers"])} in this file said yes to our
              newsletter
              <span className="block text-bark text-small">
                The file says only yes, neither when nor to what. Without a proof nobody is subscribed.
              </span>
            </span>
          </label>
          {hasProof && (
            <>
              <Field label="The sentence to which they said yes" autoComplete="off" {...fieldOf("wording")} />
              <Field
                label="Where they said it"
                hint="For example: checkout of our shop at Shopify"
                autoComplete="off"
                {...fieldOf("place")}
              />
            </>
          )}
        </fieldset>
      )}
      {!hasFile && state === "read" && <p>This file has been deleted. Add it again to store it.</p>}
      <Problem error={error} />
      <div className="flex flex-wrap gap-2">
        {canStore && (
          <Button type="submit" className="button-primary" disabled={busy}>
            {state === "stopped" ? "Go on" : `Store the ${kind}`}
          </Button>
        )}
        {running && (
          <Button
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={() => act(() => call("stopMovedPeople", { params, body: {} }))}
          >
            Stop
          </Button>
        )}
        {(state === "stored" || state === "stopped") && (
          <Button
            type="button"
            className="button-quiet"
            disabled={busy}
            onClick={() => act(() => call("undoMovedPeople", { params, body: {} }))}
          >
            Undo
          </Button>
        )}
      </div>
    </form>
  );
}

const ABOUT: Readonly<Record<PeopleKind, string>> = {
  customers:
    "They become accounts without a password; no email is sent. At their first login they set a password with a code that we email then. Of known customers only an empty mobile number or address is filled.",
  orders:
    "They become a history that customers and staff can read. They issue no invoice, move no stock, and count in no report and no GST month.",
};

function resultOf(kind: PeopleKind, { added, changed, subscribed, deleted }: MovedPeople["counts"]): string {
  const parts = [
    `${count(added, NAMES[kind])} added`,
    `${number(changed)} ${kind === "customers" ? "completed" : "changed"}`,
    subscribed > 0 && `${number(subscribed)} subscribed to the newsletter`,
    deleted > 0 && `${number(deleted)} deleted again`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
