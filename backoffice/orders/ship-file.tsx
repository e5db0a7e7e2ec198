import { useState } from "react";
import { useRevalidator } from "react-router";
import type { BulkResult } from "../../contract/admin/order-bulk.ts";
import { MAX_PARCEL_FILE_BYTES, type ParcelRow } from "../../contract/admin/order-files.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { FileField } from "../shared/file-field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { type BulkOutcome, Outcome, outcomeOf } from "./bulk-outcome.tsx";
import { shipParcels } from "./ship-parcels.ts";

/** Ships the orders of a courier's file, after it has shown which it would. */
export function ShipFile() {
  const mayFulfil = useMay("fulfil_orders");
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  if (!mayFulfil) return null;
  async function finish(results: readonly BulkResult[]): Promise<void> {
    const shipped = { done: "shipped", results, undoes: "shipped" } as const;
    setOpen(false);
    setOutcome(shipped);
    await revalidate();
    announce(outcomeOf(shipped));
  }
  return (
    <>
      <button type="button" className="button-quiet" onClick={() => setOpen(true)}>
        Upload AWBs…
      </button>
      {isOpen && (
        <Dialog title="Ship the orders of a courier’s file" onClose={() => setOpen(false)}>
          <ShipFileForm onDone={finish} onClose={() => setOpen(false)} />
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

interface FormProps {
  onDone: (results: readonly BulkResult[]) => Promise<void>;
  onClose: () => void;
}

function ShipFileForm({ onDone, onClose }: FormProps) {
  const [courier, setCourier] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [parcels, setParcels] = useState<readonly ParcelRow[] | null>(null);
  const { run, busy, error } = useAction();
  const isTooLarge = file !== null && file.size > MAX_PARCEL_FILE_BYTES;
  const ready = parcels?.filter(({ problem }) => problem === "") ?? [];
  const submit = () =>
    run(async () => {
      if (parcels) return onDone(await shipParcels(ready));
      const query = { courier: courier.trim() || undefined };
      setParcels((await call("checkParcelFile", { query, file: file ?? new Blob() })).parcels);
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
      <p>
        A CSV file with a column for the order and one for the AWB, such as couriers’ panels write it. You see what is
        shipped before it is.
      </p>
      <FileField
        label="File"
        accept=".csv,text/csv"
        hint="Up to 500 rows and 1 MB."
        onChange={(chosen) => {
          setParcels(null);
          setFile(chosen);
        }}
        error={fieldMessage(error, "file") ?? (isTooLarge ? "A file can have up to 1 MB. Please split it." : undefined)}
      />
      <Field
        label="Courier of rows that name none"
        value={courier}
        onChange={(event) => {
          setParcels(null);
          setCourier(event.target.value);
        }}
        autoComplete="off"
        error={fieldMessage(error, "courier")}
      />
      <Problem error={error} />
      {parcels && <Preview parcels={parcels} ready={ready.length} />}
      <div className="sticky bottom-0 flex justify-end gap-2 bg-white pt-2">
        <button type="button" className="button-quiet" onClick={onClose}>
          Back
        </button>
        <Button
          type="submit"
          className="button-primary"
          disabled={busy || file === null || isTooLarge || (parcels !== null && ready.length === 0)}
        >
          {parcels === null ? "Check the file" : ready.length === 1 ? "Ship 1 order" : `Ship ${ready.length} orders`}
        </Button>
      </div>
    </form>
  );
}

/** Shows which orders would be shipped, those with a problem first. */
function Preview({ parcels, ready }: { parcels: readonly ParcelRow[]; ready: number }) {
  const faulty = parcels.filter(({ problem }) => problem);
  const good = parcels.filter(({ problem }) => !problem);
  return (
    <div role="status" className="grid gap-2 border-leaf border-l-2 py-1 pl-3">
      <p>
        <strong>
          {ready} of {parcels.length}
        </strong>{" "}
        can be shipped.
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
