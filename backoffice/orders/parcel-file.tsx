import { type ReactNode, useState } from "react";
import { useRevalidator } from "react-router";
import type { UndoableState } from "../../contract/admin/order-actions.ts";
import type { BulkResult } from "../../contract/admin/order-bulk.ts";
import { MAX_PARCEL_FILE_BYTES, type ParcelRow } from "../../contract/admin/order-files.ts";
import type { RequestError } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { FileField, TABLE_FILES } from "../shared/file-field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { type BulkOutcome, Outcome, outcomeOf } from "./bulk-outcome.tsx";

interface FormState {
  error: RequestError | null;
  /** Forgets what the file says: call it when a field changes. */
  forget: () => void;
}

interface ParcelFileProps {
  button: string;
  title: string;
  explanation: string;
  fields: (state: FormState) => ReactNode;
  fileLabel: string;
  /** Typed instead of a file; null if nothing is. */
  typed?: Blob | null;
  /** What is done with the parcels, such as "shipped". */
  done: string;
  undoes: UndoableState;
  /** Such as "Ship 2 orders". */
  submitLabel: (orders: string) => string;
  check: (file: Blob) => Promise<readonly ParcelRow[]>;
  apply: (parcels: readonly ParcelRow[]) => Promise<BulkResult[]>;
}

/** Does something with the orders of a courier's file, after it has shown with which. */
export function ParcelFile({ button, title, ...form }: ParcelFileProps) {
  const mayFulfil = useMay("fulfil_orders");
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  if (!mayFulfil) return null;
  async function finish(results: readonly BulkResult[]): Promise<void> {
    const { done, undoes } = form;
    setOpen(false);
    setOutcome({ done, results, undoes });
    await revalidate();
    announce(outcomeOf({ done, results, undoes }));
  }
  return (
    <>
      <button type="button" className="button-quiet" onClick={() => setOpen(true)}>
        {button}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <ParcelFileForm {...form} onDone={finish} onClose={() => setOpen(false)} />
        </Dialog>
      )}
      {outcome && (
        <div className="w-full">
          <Outcome outcome={outcome} onChange={setOutcome} />
        </div>
      )}
    </>
  );
}

interface FormProps extends Omit<ParcelFileProps, "button" | "title"> {
  onDone: (results: readonly BulkResult[]) => Promise<void>;
  onClose: () => void;
}

function ParcelFileForm({
  explanation,
  fields,
  fileLabel,
  typed = null,
  done,
  submitLabel,
  check,
  apply,
  onDone,
  onClose,
}: FormProps) {
  const [file, setFile] = useState<File | null>(null);
  const [parcels, setParcels] = useState<readonly ParcelRow[] | null>(null);
  const { run, busy, error } = useAction();
  const isTooLarge = file !== null && file.size > MAX_PARCEL_FILE_BYTES;
  const given = file ?? typed;
  const ready = parcels?.filter(({ problem }) => problem === "") ?? [];
  const forget = () => setParcels(null);
  const submit = () =>
    run(async () => {
      if (parcels) return onDone(await apply(ready));
      setParcels(await check(given ?? new Blob()));
    });
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>{explanation}</p>
      <FileField
        label={fileLabel}
        accept={TABLE_FILES}
        hint="Up to 500 rows and 1 MB."
        onChange={(chosen) => {
          forget();
          setFile(chosen);
        }}
        error={fieldMessage(error, "file") ?? (isTooLarge ? "A file can have up to 1 MB. Please split it." : undefined)}
      />
      {fields({ error, forget })}
      <Problem error={error} />
      {parcels && <Preview parcels={parcels} ready={ready.length} done={done} />}
      <div className="sticky bottom-0 flex justify-end gap-2 bg-white pt-2">
        <button type="button" className="button-quiet" onClick={onClose}>
          Back
        </button>
        <Button
          type="submit"
          className="button-primary"
          disabled={busy || given === null || isTooLarge || (parcels !== null && ready.length === 0)}
        >
          {parcels === null ? "Check the file" : submitLabel(ready.length === 1 ? "1 order" : `${ready.length} orders`)}
        </Button>
      </div>
    </form>
  );
}

/** Shows with which orders it would be done, those with a problem first. */
function Preview({ parcels, ready, done }: { parcels: readonly ParcelRow[]; ready: number; done: string }) {
  const faulty = parcels.filter(({ problem }) => problem);
  const good = parcels.filter(({ problem }) => !problem);
  return (
    <div role="status" className="grid gap-2 border-leaf border-l-2 py-1 pl-3">
      <p>
        <strong>
          {ready} of {parcels.length}
        </strong>{" "}
        can be {done}.
      </p>
      <ul className="grid max-h-60 gap-1 overflow-auto">
        {faulty.map(({ row, number, problem }) => (
          <li key={row} className="wrap-anywhere text-terracotta">
            Row {row}, {number || "no order"}: {problem}
          </li>
        ))}
        {good.map(({ row, number, courier, awb }) => (
          <li key={row} className="wrap-anywhere">
            {number}: {courier}, AWB {awb}
          </li>
        ))}
      </ul>
    </div>
  );
}
