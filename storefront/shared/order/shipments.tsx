import { formatRecentDateTime, formatWeekday } from "../../../contract/dates.ts";
import { NOUN_LABELS, nounOf } from "../../../contract/orders/change-nouns.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { shopNow } from "../../../contract/shop-clock.ts";
import { arrivalDay } from "./state-sentence.ts";

const NEVER_SENT: readonly OrderDetail["state"][] = ["cancelled", "expired"];

type ShippedOrder = Pick<OrderDetail, "items" | "shipments" | "state" | "shippingMethod" | "deliverBy" | "unsent">;

/** Below the sentence and the timeline of an order: what they do not say. */
export function Shipments(order: ShippedOrder) {
  return (
    <>
      <Promised {...order} />
      <Parcels {...order} />
    </>
  );
}

/** Shows the shipping method and, until the parcel has arrived, the promised day if the order's sentence does not. */
function Promised({ shippingMethod, deliverBy, shipments, state }: ShippedOrder) {
  if (deliverBy === null && shippingMethod.code === "standard") return null;
  const isOpen =
    !NEVER_SENT.includes(state) &&
    shipments.every(({ deliveredAt }) => deliveredAt === null) &&
    arrivalDay({ state, deliverBy }, shopNow()) === null;
  return (
    <p className="mb-3 text-small">
      {shippingMethod.name}
      {deliverBy !== null && isOpen && ` · Delivery by ${formatWeekday(deliverBy)}`}
    </p>
  );
}

function Parcels({ items, shipments, state, unsent }: ShippedOrder) {
  if (shipments.length === 0)
    return (
      <p className="text-bark text-small">
        {NEVER_SENT.includes(state)
          ? "This order wasn’t shipped."
          : "The AWB (courier’s tracking number) will appear here once your order ships."}
      </p>
    );
  const parcels = (
    <ul className="grid gap-4">
      {shipments.map(
        ({
          awb,
          courier,
          isReplacement,
          isExchange,
          items: held,
          state: parcelState,
          shippedAt,
          deliveredAt,
          scans,
        }) => (
          <li key={awb}>
            {held && <p className="mb-1 font-semibold text-small">{contentsOf(items, held)}</p>}
            {isReplacement && (
              <p className="mb-1 font-semibold text-small">
                {NOUN_LABELS[nounOf({ replaces: true, exchanges: isExchange })]}
              </p>
            )}
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-small">
              <dt className="text-bark">AWB</dt>
              <dd className="select-all font-semibold wrap-anywhere">{awb}</dd>
              <dt className="text-bark">Courier</dt>
              <dd className="wrap-anywhere">{courier}</dd>
              {/* The timeline has the times of the only parcel. */}
              {shipments.length > 1 && (
                <>
                  <dt className="text-bark">Shipped</dt>
                  <dd>{formatRecentDateTime(shippedAt)}</dd>
                </>
              )}
              {(parcelState === "lost" || parcelState === "came_back") && (
                <>
                  <dt className="text-bark">Status</dt>
                  <dd>{parcelState === "lost" ? "Lost in transit" : "Came back to us"}</dd>
                </>
              )}
              {shipments.length > 1 && deliveredAt && (
                <>
                  <dt className="text-bark">Delivered</dt>
                  <dd>{formatRecentDateTime(deliveredAt)}</dd>
                </>
              )}
            </dl>
            <Scans scans={scans} />
          </li>
        ),
      )}
    </ul>
  );
  if (unsent.length === 0 || shipments.every((parcel) => parcel.items === null)) return parcels;
  return (
    <>
      {parcels}
      <p className="mt-4 text-small">Still to come, in another parcel: {contentsOf(items, unsent)}.</p>
    </>
  );
}

/** Shows what the courier has reported about a parcel, the latest first. */
function Scans({ scans }: Pick<OrderDetail["shipments"][number], "scans">) {
  if (scans.length === 0) return null;
  return (
    <ol aria-label="Courier’s updates" className="mt-2 grid gap-1 border-sand border-t pt-2 text-small">
      {scans.map(({ at, text }) => (
        <li key={`${at} ${text}`} className="flex flex-wrap justify-between gap-x-5">
          <span>{text}</span>
          <span className="text-bark">{formatRecentDateTime(at)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Formats "2 × Kewra Bloom, 50 ml and 1 × Gulab Attar, 6 ml". */
function contentsOf(items: OrderDetail["items"], units: OrderDetail["unsent"]): string {
  const names = units.flatMap(({ position, quantity }) => {
    const product = items.find((item) => item.position === position)?.product;
    return product ? [`${quantity} × ${[product.title, product.size].filter(Boolean).join(", ")}`] : [];
  });
  return new Intl.ListFormat("en-IN").format(names);
}
