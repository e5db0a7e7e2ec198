import { useState } from "react";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import type { ReportedEnd } from "../../contract/couriers.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { NOUN_LABELS, nounOf } from "../../contract/orders/change-nouns.ts";
import type { ParcelState } from "../../contract/orders/schemas.ts";
import { call } from "../api/client.ts";
import { REPORTED_NAMES } from "../parcels/reported-names.ts";
import { Badge, StateBadge, type States } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Field, Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { useMay } from "../shared/session.ts";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { ParcelEnd } from "./parcel-end.tsx";
import { PlainForm } from "./plain-form.tsx";
import { listOf } from "./units-field.tsx";

const PARCEL_STATES: States<ParcelState> = {
  in_transit: { name: "In transit", tone: "progress" },
  out_for_delivery: { name: "Out for delivery", tone: "progress" },
  delivered: { name: "Delivered", tone: "done" },
  lost: { name: "Lost", tone: "danger" },
  came_back: { name: "Came back", tone: "danger" },
};

type Parcel = AdminOrder["shipments"][number];

interface ParcelsProps {
  order: AdminOrder;
  onChanged: (order: AdminOrder) => void;
}

/** Shows the parcels of an order. Of several parcels, each is updated here; a single one is updated by the order's steps. */
export function Parcels({ order, onChanged }: ParcelsProps) {
  if (order.shipments.length === 0) return null;
  const unsent = order.shipments.some(({ items }) => items) ? order.unsent : [];
  return (
    <Panel title="Parcels">
      <ul className="divide-y divide-sand">
        {order.shipments.map((parcel) => (
          <li key={parcel.awb} className="grid gap-1 py-2">
            <p className="flex flex-wrap items-center gap-x-2">
              {parcel.courier}, <strong className="wrap-anywhere">{parcel.awb}</strong>
              {parcel.isReplacement && (
                <Badge>{NOUN_LABELS[nounOf({ replaces: true, exchanges: parcel.isExchange })]}</Badge>
              )}
              <ParcelBadge order={order} parcel={parcel} />
            </p>
            {parcel.items && <p>{listOf(order, parcel.items)}</p>}
            <p className="text-bark text-small">
              Shipped {formatDateTime(parcel.shippedAt)}
              {parcel.deliveredAt && `, delivered ${formatDateTime(parcel.deliveredAt)}`}
            </p>
            <ReportedParcel order={order} parcel={parcel} onChanged={onChanged} />
            <CorrectParcel order={order} parcel={parcel} onChanged={onChanged} />
            {(parcel.items || parcel.isReplacement) && ["in_transit", "out_for_delivery"].includes(parcel.state) && (
              <ParcelSteps order={order} parcel={parcel} onChanged={onChanged} />
            )}
          </li>
        ))}
      </ul>
      {unsent.length > 0 && (
        <p className="border-sand border-t pt-2 font-semibold">Not sent yet: {listOf(order, unsent)}</p>
      )}
    </Panel>
  );
}

const reportOf = (order: AdminOrder, parcel: Parcel) => order.reported.find(({ awb }) => awb === parcel.awb);

function ParcelBadge({ order, parcel }: Pick<ParcelsProps, "order"> & { parcel: Parcel }) {
  const reported = reportOf(order, parcel);
  if (reported) return <Badge tone="attention">{REPORTED_NAMES[reported.end]}</Badge>;
  return <StateBadge of={PARCEL_STATES[parcel.state]} />;
}

/** Asks staff to confirm how a parcel has ended by its courier's report. */
function ReportedParcel({ order, parcel, onChanged }: ParcelsProps & { parcel: Parcel }) {
  const mayRefund = useMay("refund");
  const [isOpen, setOpen] = useState(false);
  const reported = reportOf(order, parcel);
  if (!reported) return null;
  const { end, at, units } = reported;
  const isLost = end === "lost";
  return (
    <div className="grid gap-2 border-terracotta border-l-2 pl-3">
      <p>
        {isLost
          ? `The courier reported it as lost on ${formatDateTime(at)}. Couriers find some again: nothing is refunded until you confirm.`
          : `The courier brought it back on ${formatDateTime(at)}. Open it: nothing is restocked or refunded until then.`}
      </p>
      {mayRefund ? (
        <button type="button" className="button-primary justify-self-start" onClick={() => setOpen(true)}>
          {isLost ? "Confirm that it is lost…" : "I’ve opened it…"}
          <span className="sr-only">, {parcel.awb}</span>
        </button>
      ) : (
        <p className="text-bark text-small">This refunds, so somebody who may refund payments does it.</p>
      )}
      {isOpen && (
        <ParcelEnd
          order={order}
          parcel={parcel}
          end={end}
          opened={isLost ? null : units}
          onChanged={onChanged}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Corrects a courier or an AWB that was entered by mistake. */
function CorrectParcel({ order, parcel, onChanged }: ParcelsProps & { parcel: Parcel }) {
  const [isOpen, setOpen] = useState(false);
  const [courier, setCourier] = useState(parcel.courier);
  const [awb, setAwb] = useState(parcel.awb);
  if (!useMay("fulfil_orders")) return null;
  const params = { number: order.number, awb: parcel.awb };
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className="button-quiet justify-self-start" onClick={() => setOpen(true)}>
        Correct courier or AWB…<span className="sr-only">, {parcel.awb}</span>
      </button>
      {isOpen && (
        <Dialog title={`Correct the parcel ${parcel.awb}`} onClose={close}>
          <PlainForm
            action="Save and tell the customer"
            request={() => call("correctParcel", { params, body: { version: order.version, courier, awb } })}
            onChanged={(changed) => {
              close();
              onChanged(changed);
            }}
            onClose={close}
          >
            {(error) => (
              <>
                <Field
                  label="Courier"
                  value={courier}
                  onChange={(event) => setCourier(event.target.value)}
                  autoComplete="off"
                  error={fieldMessage(error, "courier")}
                />
                <Field
                  label="AWB"
                  value={awb}
                  onChange={(event) => setAwb(event.target.value)}
                  autoComplete="off"
                  hint="The customer gets an email with the new number."
                  error={fieldMessage(error, "awb")}
                />
              </>
            )}
          </PlainForm>
        </Dialog>
      )}
    </>
  );
}

function ParcelSteps({ order, parcel, onChanged }: ParcelsProps & { parcel: Parcel }) {
  const mayFulfil = useMay("fulfil_orders");
  const mayRefund = useMay("refund");
  const { run, busy, error } = useAction();
  const [fate, setFate] = useState<ReportedEnd | null>(null);
  const { version } = order;
  const params = { number: order.number, awb: parcel.awb };
  const change = (state: "out_for_delivery" | "delivered") =>
    run(async () => onChanged(await call("changeParcel", { params, body: { version, state } })));
  return (
    <div className="flex flex-wrap gap-2">
      {mayFulfil && parcel.state === "in_transit" && (
        <Button type="button" className="button-quiet" disabled={busy} onClick={() => void change("out_for_delivery")}>
          Out for delivery<span className="sr-only">, {parcel.awb}</span>
        </Button>
      )}
      {mayFulfil && !parcel.isReplacement && (
        <Button type="button" className="button-quiet" disabled={busy} onClick={() => void change("delivered")}>
          Delivered<span className="sr-only">, {parcel.awb}</span>
        </Button>
      )}
      {mayRefund &&
        (["lost", "came_back"] as const).map((state) => (
          <button key={state} type="button" className="button-quiet" onClick={() => setFate(state)}>
            {PARCEL_STATES[state].name}…<span className="sr-only">, {parcel.awb}</span>
          </button>
        ))}
      <div className="w-full empty:hidden">
        <Problem error={error} otherwise={error?.errors[0]?.message} />
      </div>
      {fate && (
        <ParcelEnd order={order} parcel={parcel} end={fate} onChanged={onChanged} onClose={() => setFate(null)} />
      )}
    </div>
  );
}
