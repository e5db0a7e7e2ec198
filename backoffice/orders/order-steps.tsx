import { useState } from "react";
import { useRevalidator } from "react-router";
import type { AdminOrder, FulfilmentStep } from "../../contract/admin/orders.ts";
import { call } from "../api/client.ts";
import { Field, Problem } from "../shared/field.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";

const NAMES: Readonly<Record<FulfilmentStep, string>> = {
  process: "Start preparing",
  pack: "Mark as packed",
  ship: "Ship",
  "out-for-delivery": "Out for delivery",
  deliver: "Mark as delivered",
};
const ENDPOINTS = {
  process: "processOrder",
  pack: "packOrder",
  "out-for-delivery": "sendOrderOut",
  deliver: "deliverOrder",
} as const;
/** The step that is usually next is the page's primary action. */
const USUAL: readonly FulfilmentStep[] = ["pack", "ship", "deliver"];

interface StepsProps {
  order: AdminOrder;
  onChanged: (order: AdminOrder) => void;
}

/** What the member can do with the order now. */
export function OrderSteps({ order, onChanged }: StepsProps) {
  const mayFulfil = useMay("fulfil_orders");
  const [isShipping, setIsShipping] = useState(false);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  if (!mayFulfil || order.steps.length === 0) return null;
  const primary = USUAL.find((step) => order.steps.includes(step));
  const { number, version } = order;

  function take(step: FulfilmentStep): void {
    if (step === "ship") setIsShipping(true);
    else void run(async () => onChanged(await call(ENDPOINTS[step], { params: { number }, body: { version } })));
  }

  return (
    <section aria-label="Next steps" className="panel grid gap-3 p-4">
      {isShipping && order.steps.includes("ship") ? (
        <ShipForm order={order} onChanged={onChanged} onCancel={() => setIsShipping(false)} />
      ) : (
        <div className="flex flex-wrap gap-2 max-md:[&>button]:flex-1">
          {order.steps.map((step) => (
            <button
              key={step}
              type="button"
              className={step === primary ? "button-primary" : "button-quiet"}
              disabled={busy}
              onClick={() => take(step)}
            >
              {NAMES[step]}
            </button>
          ))}
        </div>
      )}
      <Problem error={error} />
      {error?.code === "conflict" && (
        <button type="button" className="button-quiet justify-self-start" onClick={() => void revalidate()}>
          Show the order as it is now
        </button>
      )}
    </section>
  );
}

function ShipForm({ order: { number, version }, onChanged, onCancel }: StepsProps & { onCancel: () => void }) {
  const [courier, setCourier] = useState("");
  const [awb, setAwb] = useState("");
  const { run, busy, error } = useAction();
  const ship = async () => onChanged(await call("shipOrder", { params: { number }, body: { version, courier, awb } }));
  return (
    <form
      noValidate
      className="grid gap-3 md:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        void run(ship);
      }}
    >
      <Field
        label="Courier"
        value={courier}
        onChange={(event) => setCourier(event.target.value)}
        focused
        autoComplete="off"
        error={fieldMessage(error, "courier")}
      />
      <Field
        label="AWB"
        value={awb}
        onChange={(event) => setAwb(event.target.value)}
        autoComplete="off"
        autoCapitalize="characters"
        error={fieldMessage(error, "awb")}
        hint="The courier’s number on the label. The customer gets it by email."
      />
      <div className="md:col-span-2">
        <Problem error={error} />
      </div>
      <div className="flex gap-2 md:col-span-2">
        <button type="submit" className="button-primary max-md:flex-1" disabled={busy}>
          Ship
        </button>
        <button type="button" className="button-quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
