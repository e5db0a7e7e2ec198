import { useState } from "react";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

interface PhoneFormProps {
  order: AdminOrder;
  onChanged: (order: AdminOrder) => void;
}

/** Says that an order has no number for the courier, and takes one until the parcel leaves; also the correction of a number. */
export function PhoneForm({ order, onChanged }: PhoneFormProps) {
  const mayChange = useMay("fulfil_orders") && order.canChangePhone;
  const number = order.gift?.receiver?.mobile_no ?? order.mobile;
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState(number);
  const { run, busy, error } = useAction();
  if (!order.canChangePhone) return null;

  async function save(): Promise<void> {
    const body = { version: order.version, mobile: typed };
    const isDone = await run(async () =>
      onChanged(await call("changePhone", { params: { number: order.number }, body })),
    );
    if (isDone) setIsOpen(false);
  }

  return (
    <div>
      {number === "" && (
        <p role="status" className="border-terracotta border-l-2 py-1 pl-3 text-terracotta">
          No phone number. Couriers don’t book a parcel without one.
        </p>
      )}
      {mayChange && !isOpen && (
        <button type="button" className="button-quiet mt-2" onClick={() => setIsOpen(true)}>
          {number === "" ? "Add a phone number" : "Change the phone number"}
        </button>
      )}
      {mayChange && isOpen && (
        <form
          noValidate
          className="mt-2 grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <Field
            label={order.gift?.receiver ? "Receiver’s mobile number" : "Mobile number"}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            focused
            error={fieldMessage(error, "mobile")}
          />
          <Problem error={error} />
          <div className="flex gap-2">
            <Button type="submit" className="button-primary" disabled={busy || typed.trim() === number}>
              Save
            </Button>
            <button type="button" className="button-quiet" onClick={() => setIsOpen(false)}>
              Close
            </button>
          </div>
        </form>
      )}
    </div>
  );
}
