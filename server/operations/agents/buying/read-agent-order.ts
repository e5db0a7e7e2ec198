import { and, asc, desc, eq, inArray, isNotNull } from "drizzle-orm";
import { orderPage, trackingPage } from "../../../../contract/orders/forms.ts";
import { paise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import {
  agentCheckout,
  creditNote,
  creditNoteLine,
  customerOrder,
  orderEvent,
  orderItem,
  refund,
  shipment,
  shipmentItem,
} from "../../../platform/database/schema.ts";
import type { AgentAdjustment, AgentOrder, AgentOrderEvent, AgentOrderLine, LineUnits } from "./agent-order.ts";
import type { AgentTotals } from "./agent-session.ts";
import type { CheckoutRow } from "./sessions.ts";

type OrderRow = typeof customerOrder.$inferSelect;

export interface PlatformOrder {
  order: OrderRow;
  /** The checkout that it came from: the platform, and where it wants to hear of the order. */
  checkout: CheckoutRow;
}

/** Finds the order that a platform's agent brought, once it is paid or confirmed; null for any other. */
export async function findPlatformOrder(
  db: DatabaseOrTransaction,
  origin: string,
  number: string,
): Promise<PlatformOrder | null> {
  const [found] = await db
    .select({ order: customerOrder, checkout: agentCheckout })
    .from(customerOrder)
    .innerJoin(agentCheckout, and(eq(agentCheckout.orderId, customerOrder.id), isNotNull(agentCheckout.placed)))
    .where(and(eq(customerOrder.number, number), eq(customerOrder.agentOrigin, origin)))
    .orderBy(desc(agentCheckout.createdAt))
    .limit(1);
  if (!found) return null;
  const events = await readStates(db, found.order.id);
  return events.some(({ state }) => state === "paid" || state === "processing") ? found : null;
}

const readStates = (db: DatabaseOrTransaction, orderId: number) =>
  db.select().from(orderEvent).where(eq(orderEvent.orderId, orderId)).orderBy(asc(orderEvent.id));

/** Reads the whole order, with everything that has happened to it. @param shopOrigin for links */
export async function readAgentOrder(
  db: DatabaseOrTransaction,
  { order, checkout }: PlatformOrder,
  shopOrigin: string,
): Promise<AgentOrder> {
  const ofOrder = eq(orderItem.orderId, order.id);
  const items = await db.select().from(orderItem).where(ofOrder).orderBy(asc(orderItem.position));
  const parcels = await db.select().from(shipment).where(eq(shipment.orderId, order.id)).orderBy(asc(shipment.id));
  const packed =
    parcels.length === 0
      ? []
      : await db
          .select()
          .from(shipmentItem)
          .where(
            inArray(
              shipmentItem.shipmentId,
              parcels.map(({ id }) => id),
            ),
          );
  const isOff = order.state === "cancelled" || order.state === "returned";
  const lineIds = lineIdsOf(items);
  const all = items.map(({ position, quantity }) => ({ position, quantity }));
  const unitsIn = (parcelId: number): { position: number; quantity: number }[] => {
    const own = packed.filter(({ shipmentId }) => shipmentId === parcelId);
    return own.length > 0 ? own : all;
  };
  const toUnits = (units: readonly { position: number; quantity: number }[]): LineUnits[] =>
    units.flatMap(({ position, quantity }) => {
      const lineId = lineIds.get(position);
      return lineId === undefined || quantity === 0 ? [] : [{ lineId, quantity }];
    });
  const sent = parcels.filter(({ isReplacement, lostAt, cameBackAt }) => !isReplacement && !lostAt && !cameBackAt);
  const bought = new Map((checkout.placed?.items ?? []).map(({ sku, quantity }) => [sku, quantity]));
  const lines = items.map((item): AgentOrderLine => {
    const { position, sku, quantity, creditedQuantity } = item;
    const total = isOff ? 0 : quantity - creditedQuantity;
    const shipped = sent
      .flatMap(({ id }) => unitsIn(id))
      .filter((unit) => unit.position === position)
      .reduce((sum, unit) => sum + unit.quantity, 0);
    const id = lineIds.get(position) ?? sku;
    return {
      id,
      sku,
      title: [item.title, item.label].filter(Boolean).join(", "),
      price: item.pricePaise,
      discount: item.discountPaise,
      ordered: quantity,
      original: id === sku ? (bought.get(sku) ?? 0) : 0,
      total,
      fulfilled: Math.min(shipped, total),
    };
  });
  const left = lines.filter(({ total }) => total > 0).map(({ id, total }) => ({ lineId: id, quantity: total }));
  const states = await readStates(db, order.id);
  return {
    id: order.number,
    checkoutId: checkout.id,
    permalinkUrl: shopOrigin + orderPage(order.number),
    lines,
    promise: left.length === 0 ? null : { units: left, deliverBy: order.deliverBy },
    destination: destinationOf(checkout),
    events: [
      ...confirmedEvent(states, toUnits(all)),
      ...parcels.flatMap((parcel) => parcelEvents(parcel, toUnits(unitsIn(parcel.id)), shopOrigin)),
    ].sort((one, other) => one.at.getTime() - other.at.getTime()),
    adjustments: await readAdjustments(db, order, { states, toUnits, all }),
    totals: totalsOf(order, checkout),
  };
}

/** Shipping that an offer made free is still free unless the order's shipping has changed. */
function totalsOf(
  { shippingPaise, feesPaise, roundingPaise, totalPaise }: OrderRow,
  { placed }: CheckoutRow,
): AgentTotals {
  const { shippingPaise: full = 0, shippingDiscountPaise = 0 } = placed?.totals ?? {};
  const shippingDiscount = paise(full - shippingDiscountPaise === shippingPaise ? shippingDiscountPaise : 0);
  return {
    shipping: paise(shippingPaise + shippingDiscount),
    shippingDiscount,
    fees: feesPaise,
    rounding: roundingPaise,
    total: totalPaise,
  };
}

/** By position: the SKU, as in the checkout; another line with the same SKU has its position, too. */
function lineIdsOf(items: readonly { position: number; sku: string }[]): Map<number, string> {
  const used = new Set<string>();
  return new Map(
    items.map(({ position, sku }) => {
      const id = used.has(sku) ? `${sku} (${position + 1})` : sku;
      used.add(id);
      return [position, id];
    }),
  );
}

function destinationOf({ content }: CheckoutRow) {
  const shipping = content?.shipping;
  if (!shipping) return null;
  const { destinations, destinationId } = shipping;
  return destinations.find(({ id }) => id === destinationId) ?? destinations[0] ?? null;
}

type States = Awaited<ReturnType<typeof readStates>>;

function confirmedEvent(states: States, units: LineUnits[]): AgentOrderEvent[] {
  const confirmed = states.find(({ state }) => state === "paid" || state === "processing");
  if (!confirmed) return [];
  return [
    {
      id: `state_${confirmed.id}`,
      at: confirmed.at,
      type: "processing",
      description: "The order is confirmed.",
      units,
      parcel: null,
    },
  ];
}

function parcelEvents(
  { id, awb, courier, shippedAt, outForDeliveryAt, deliveredAt, lostAt, cameBackAt }: typeof shipment.$inferSelect,
  units: LineUnits[],
  shopOrigin: string,
): AgentOrderEvent[] {
  const parcel = { awb, courier, trackingUrl: shopOrigin + trackingPage(awb) };
  const event = (at: Date | null, type: AgentOrderEvent["type"], description: string): AgentOrderEvent[] =>
    at === null ? [] : [{ id: `parcel_${id}_${type}`, at, type, description, units, parcel }];
  return [
    ...event(shippedAt, "shipped", "Handed to the courier."),
    ...event(outForDeliveryAt, "in_transit", "Out for delivery."),
    ...event(deliveredAt, "delivered", "Delivered."),
    ...event(lostAt, "undeliverable", "Lost by the courier."),
    ...event(cameBackAt, "returned_to_sender", "Came back to the shop."),
  ];
}

const CREDITS = {
  cancelled: { type: "cancellation", description: "Cancelled" },
  lost: { type: "cancellation", description: "Lost on the way" },
  came_back: { type: "cancellation", description: "Came back undelivered" },
  returned: { type: "return", description: "Returned" },
  deficient: { type: "credit", description: "Refunded without a return" },
  shipping: { type: "credit", description: "Shipping or fees" },
} as const satisfies Record<
  (typeof creditNote.$inferSelect)["reason"],
  { type: AgentAdjustment["type"]; description: string }
>;

interface Found {
  states: States;
  toUnits: (units: readonly { position: number; quantity: number }[]) => LineUnits[];
  all: readonly { position: number; quantity: number }[];
}

/** Units leave by credit notes, or by the cancellation of an order that has no invoice; money goes back by refunds. */
async function readAdjustments(
  db: DatabaseOrTransaction,
  { id, state }: OrderRow,
  { states, toUnits, all }: Found,
): Promise<AgentAdjustment[]> {
  const notes = await db.select().from(creditNote).where(eq(creditNote.orderId, id)).orderBy(asc(creditNote.id));
  const noteLines =
    notes.length === 0 ? [] : await db.select().from(creditNoteLine).where(eq(creditNoteLine.orderId, id));
  const refunds = await db.select().from(refund).where(eq(refund.orderId, id)).orderBy(asc(refund.id));
  const cancelled = states.find((one) => one.state === "cancelled");
  return [
    ...(state === "cancelled" && cancelled && notes.length === 0
      ? [
          {
            id: `state_${cancelled.id}`,
            type: "cancellation" as const,
            at: cancelled.at,
            status: "completed" as const,
            units: toUnits(all),
            amount: null,
            description: "Cancelled",
          },
        ]
      : []),
    ...notes.map((note) => ({
      id: `credit_${note.id}`,
      ...CREDITS[note.reason],
      at: note.issuedAt,
      status: "completed" as const,
      units: toUnits(noteLines.filter(({ creditNoteId }) => creditNoteId === note.id)),
      amount: null,
    })),
    ...refunds.map(({ id: refundId, amountPaise, state: refundState, createdAt }) => ({
      id: `refund_${refundId}`,
      type: "refund" as const,
      at: createdAt,
      status: REFUND_STATUS[refundState],
      units: [],
      amount: paise(amountPaise),
      description: "Refund to the way of payment",
    })),
  ].sort((one, other) => one.at.getTime() - other.at.getTime());
}

const REFUND_STATUS: Readonly<Record<(typeof refund.$inferSelect)["state"], AgentAdjustment["status"]>> = {
  requested: "pending",
  pending: "pending",
  awaiting_balance: "pending",
  awaiting_payout: "pending",
  processed: "completed",
  failed: "failed",
};
