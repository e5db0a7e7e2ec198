import { useState } from "react";
import { useRevalidator } from "react-router";
import { type FulfilmentStep, ORDER_ACTIONS } from "../../contract/admin/order-actions.ts";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { termsOf } from "../../contract/orders/payment-terms.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { formatMoney } from "../shared/money.ts";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { printPath } from "./documents.tsx";
import { PendingEdit } from "./pending-edit.tsx";
import { nameOf, toUnits, type Units, UnitsField } from "./units-field.tsx";

/** Steps that are usually next: the first possible one is the page's primary action. */
const USUAL: readonly FulfilmentStep[] = ["pack", "ship", "deliver"];

interface StepsProps {
  order: AdminOrder;
  onChanged: (order: AdminOrder) => void;
}

/** Returns the steps that the member can take with the order now, and what is known about the next one. */
export function useOrderSteps({ order, onChanged }: StepsProps) {
  const mayFulfil = useMay("fulfil_orders");
  const [isShipping, setIsShipping] = useState(false);
  const { run, busy, error } = useAction();
  const { number, version } = order;
  const steps = mayFulfil ? order.steps : [];
  // How a reported parcel has ended is looked at first, where the parcel is.
  const primary = order.reported.length > 0 ? undefined : (USUAL.find((step) => steps.includes(step)) ?? steps[0]);
  return {
    steps,
    primary,
    /** Those that are possible, too. */
    others: steps.filter((step) => step !== primary),
    isShipping: isShipping && steps.includes("ship"),
    setIsShipping,
    busy,
    error,
    take(step: FulfilmentStep): void {
      if (step === "ship") setIsShipping(true);
      else
        void run(async () =>
          onChanged(await call(ORDER_ACTIONS[step].endpoint, { params: { number }, body: { version } })),
        );
    },
  };
}

type Steps = ReturnType<typeof useOrderSteps>;

/** The buttons of some steps, in the page's head. While the parcel is entered, its form has them. */
export function StepButtons({
  steps: { primary, isShipping, busy, take },
  shown,
}: {
  steps: Steps;
  shown: readonly FulfilmentStep[];
}) {
  if (isShipping) return null;
  return shown.map((step) => (
    <Button
      key={step}
      type="button"
      className={step === primary ? "button-primary" : "button-quiet"}
      disabled={busy}
      onClick={() => take(step)}
    >
      {ORDER_ACTIONS[step].label}
    </Button>
  ));
}

/** What must be known or entered for the next step. */
export function StepPanel({ steps, order, onChanged }: StepsProps & { steps: Steps }) {
  const { isShipping, setIsShipping, error } = steps;
  const { revalidate } = useRevalidator();
  if (steps.steps.length === 0) return null;
  if (!order.pendingEdit && !order.staleLabel && !isShipping && !error) return null;
  return (
    <section aria-label="About the next step" className="panel grid gap-3 p-4">
      {order.pendingEdit && <PendingEdit edit={order.pendingEdit} />}
      {order.staleLabel && <StaleLabel number={order.number} label={order.staleLabel} />}
      {isShipping && (
        <ShipForm
          order={order}
          onChanged={(changed) => {
            // The remaining units go into another parcel, with another AWB.
            setIsShipping(false);
            onChanged(changed);
          }}
          onCancel={() => setIsShipping(false)}
        />
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

/** Warns the packer, and prints the label again. */
function StaleLabel({
  number,
  label: { collects, due, hasOtherReceiver, printedAt },
}: {
  number: string;
  label: NonNullable<AdminOrder["staleLabel"]>;
}) {
  const { revalidate } = useRevalidator();
  const amount = (rupees: number) => (rupees === 0 ? "nothing" : formatMoney(rupees));
  return (
    <div role="status" className="grid gap-2 border-terracotta border-l-4 pl-3">
      <p>
        <strong>The label is out of date.</strong> The one printed on {formatDateTime(printedAt)}{" "}
        {[
          ...(hasOtherReceiver ? ["has the address or the phone number of before"] : []),
          ...(collects === due
            ? []
            : [`tells the courier to collect ${amount(collects)}, and ${amount(due)} is due now`]),
        ].join(", and ")}
        . Put a new label on the parcel before you ship it.
      </p>
      <a
        href={printPath("label", [number])}
        target="_blank"
        rel="noreferrer"
        className="button-quiet justify-self-start"
        // The other tab notes that it was printed.
        onClick={() => setTimeout(() => void revalidate(), 2000)}
      >
        Print the label again
      </a>
    </div>
  );
}

function ShipForm({ order, onChanged, onCancel }: StepsProps & { onCancel: () => void }) {
  const { number, version, unsent } = order;
  const [courier, setCourier] = useState("");
  const [awb, setAwb] = useState("");
  const choices = unsent.map(({ position, quantity }) => ({ position, name: nameOf(order, position), max: quantity }));
  const everything = Object.fromEntries(choices.map(({ position, max }) => [position, max]));
  const [units, setUnits] = useState<Units>(everything);
  const [isPart, setPart] = useState(false);
  const [isLabelChecked, setLabelChecked] = useState(false);
  const [ewayBill, setEwayBill] = useState("");
  const { run, busy, error } = useAction();
  const ship = async () => {
    const body = {
      version,
      courier,
      awb,
      ...(ewayBill && { ewayBill }),
      ...(isPart && { units: toUnits(units) }),
      ...(isLabelChecked && { labelChecked: true }),
    };
    onChanged(await call("shipOrder", { params: { number }, body }));
  };
  const canSplit = termsOf(order).parcels === "many" && choices.reduce((sum, { max }) => sum + max, 0) > 1;
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
      {order.ewayBillAbove !== null && (
        <Field
          label="E-way bill"
          value={ewayBill}
          onChange={(event) => setEwayBill(event.target.value)}
          inputMode="numeric"
          autoComplete="off"
          error={fieldMessage(error, "ewayBill")}
          hint={`A parcel worth more than ${formatMoney(order.ewayBillAbove)} needs one before it leaves. Its number has 12 digits; it is on the delivery challan and the slip.`}
        />
      )}
      {canSplit && (
        <div className="grid gap-2 md:col-span-2">
          <label className="flex items-center gap-2 py-1">
            <input type="checkbox" checked={isPart} onChange={() => setPart(!isPart)} />
            Only a part is in this parcel
          </label>
          {isPart && <UnitsField legend="In this parcel" choices={choices} value={units} onChange={setUnits} />}
        </div>
      )}
      {order.staleLabel && (
        <label className="flex items-center gap-2 py-1 md:col-span-2">
          <input type="checkbox" checked={isLabelChecked} onChange={() => setLabelChecked(!isLabelChecked)} />
          The parcel has a label with the right {order.staleLabel.hasOtherReceiver ? "address" : "amount"}
        </label>
      )}
      <div className="md:col-span-2">
        <Problem error={error} otherwise={fieldMessage(error, "units") ?? fieldMessage(error, "labelChecked")} />
      </div>
      <div className="flex gap-2 md:col-span-2">
        <Button type="submit" className="button-primary max-md:flex-1" disabled={busy}>
          Ship
        </Button>
        <button type="button" className="button-quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
