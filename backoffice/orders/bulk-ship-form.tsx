import { type ClipboardEvent, useState } from "react";
import type { BulkResult } from "../../contract/admin/order-bulk.ts";
import type { ListedOrder } from "../../contract/admin/orders.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { pastedAwbs } from "./pasted-awbs.ts";
import { shipParcels } from "./ship-parcels.ts";

interface BulkShipFormProps {
  numbers: readonly string[];
  /** The orders, for the customers' names. */
  orders: readonly ListedOrder[];
  onDone: (results: readonly BulkResult[]) => Promise<void>;
  onClose: () => void;
}

/** Asks for one courier, and an AWB for each order. Several pasted AWBs also fill the fields below. */
export function BulkShipForm({ numbers, orders, onDone, onClose }: BulkShipFormProps) {
  const [courier, setCourier] = useState("");
  const [awbs, setAwbs] = useState<Readonly<Record<string, string>>>({});
  const { run, busy, error } = useAction();
  const filled = numbers.filter((number) => awbs[number]?.trim());

  function paste(event: ClipboardEvent, from: number): void {
    const pasted = pastedAwbs(event.clipboardData.getData("text"), numbers, from);
    if (!pasted) return;
    event.preventDefault();
    setAwbs((now) => ({ ...now, ...pasted }));
  }
  const ship = () =>
    run(async () => {
      const parcels = filled.map((number) => ({ number, courier, awb: awbs[number] ?? "" }));
      await onDone(await shipParcels(parcels));
    });
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void ship();
      }}
    >
      <Field
        label="Courier"
        value={courier}
        onChange={(event) => setCourier(event.target.value)}
        autoComplete="off"
        error={fieldMessage(error, "parcels.0.courier")}
      />
      <p className="text-bark">
        Paste rows with order and AWB from a spreadsheet into any field, or a column of AWBs into the first. Orders
        without an AWB are left as they are.
      </p>
      <ul className="grid gap-2">
        {numbers.map((number, at) => (
          <li key={number}>
            <Field
              label={[number, orders.find((order) => order.number === number)?.customer].filter(Boolean).join(", ")}
              value={awbs[number] ?? ""}
              onChange={(event) => setAwbs((now) => ({ ...now, [number]: event.target.value }))}
              onPaste={(event) => paste(event, at)}
              autoComplete="off"
              autoCapitalize="characters"
              placeholder="AWB"
              error={fieldMessage(error, `parcels.${filled.indexOf(number)}.awb`)}
            />
          </li>
        ))}
      </ul>
      <Problem error={error} otherwise={fieldMessage(error, "parcels")} />
      <div className="sticky bottom-0 flex justify-end gap-2 bg-white pt-2">
        <button type="button" className="button-quiet" onClick={onClose}>
          Back
        </button>
        <Button type="submit" className="button-primary" disabled={busy || filled.length === 0}>
          {filled.length === 1 ? "Ship 1 order" : `Ship ${filled.length} orders`}
        </Button>
      </div>
    </form>
  );
}
