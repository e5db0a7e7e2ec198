import { asc, eq } from "drizzle-orm";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { ORDER_BADGES, type OrderDetail } from "../../contract/orders/schemas.ts";
import { readAuditOf } from "../audit/list-audit.ts";
import type { Database } from "../database/database.ts";
import { type OrderCause, orderEvent } from "../database/schema.ts";
import { listMailsAbout } from "../mail/outbox.ts";
import { formatRupees, paise, toPaise } from "../money.ts";
import type { readPaymentAttempts } from "../payment-records/payments.ts";
import type { OrderRow } from "./order-row.ts";

type Entry = AdminOrder["history"][number];

const BY: Readonly<Record<OrderCause, string>> = {
  customer: "Customer",
  payment: "Payment",
  staff: "Staff",
  expiry: "Expiry",
};

/** Titles of actions that change no state. Every other action is shown by its change of state. */
const TITLES: Readonly<Record<string, string>> = {
  "order.cancel": "Items cancelled",
  "order.refund": "Items refunded",
  "order.goodwill": "Amount refunded",
  "order.refund-shipping": "Shipping refunded",
  "order.address": "Address changed",
  "order.note": "Note written",
  "order.message": "Customer written to",
  "order.ship": "Another parcel shipped",
  "order.parcel": "Parcel changed",
  "order.inspect": "Refused parcel opened",
  "order.write-off-cash": "Missing cash written off",
  "order.undo-write-off-cash": "Write-off of missing cash undone",
  "order.delivery-failed": "Delivery failed",
  "order.ship-replacement": "Replacement shipped",
  "order.deliver-replacement": "Replacement delivered",
  "order.resend": "Email sent again",
  "refund.dropped": "Refund dropped",
  "refund.retried": "Failed refund sent again",
  "refund.paid-by-hand": "Refund paid by hand",
};

/** Reads what happened to an order, newest first. */
/** Says which parcel an action was about, and what happened to it. */
function noteOf({ action, after }: { action: string; after: Record<string, unknown> | null }): string {
  const { leftPaise, awb, parcel, restock, reason } = after ?? {};
  if (typeof leftPaise === "number")
    return `The bank has returned the payment${leftPaise === 0 ? "." : `, except ${formatRupees(paise(leftPaise))}.`}`;
  if (action.endsWith("write-off-cash")) return String(reason);
  if (typeof restock === "boolean") return restock ? "Its units were restocked." : "Its units were written off.";
  if (typeof awb !== "string") return "";
  return typeof parcel === "string" ? `AWB ${awb}: ${parcel.replaceAll("_", " ")}` : `AWB ${awb}`;
}

export async function readHistory(
  db: Database,
  order: OrderRow,
  payments: Awaited<ReturnType<typeof readPaymentAttempts>>,
  { refunds }: Pick<OrderDetail, "refunds">,
): Promise<Entry[]> {
  const events = await db.select().from(orderEvent).where(eq(orderEvent.orderId, order.id)).orderBy(asc(orderEvent.id));
  const actions = await readAuditOf(db, { type: "order", id: order.number });
  const mails = await listMailsAbout(db, order.number);
  // An action and the event that it causes have the same time.
  const authors = new Map(actions.map(({ at, actor }) => [at.getTime(), actor]));
  const times = new Set(events.map(({ at }) => at.getTime()));
  const entries: Entry[] = [
    ...mails.map(({ at, subject, state }) => ({
      at: at.toISOString(),
      kind: "mail" as const,
      state: null,
      title: `Email “${subject}”`,
      by: "Shop",
      note: state === "sent" ? "" : state,
    })),
    ...payments
      .filter(({ state }) => state !== "created")
      .map(({ createdAt, amountPaise, state, failure }) => ({
        at: createdAt.toISOString(),
        kind: "payment" as const,
        state: null,
        title: `Payment of ${formatRupees(amountPaise)} ${state}`,
        by: BY.payment,
        note: failure,
      })),
    ...refunds.map(({ requestedAt, amount, state, bankReference }) => ({
      at: requestedAt,
      kind: "refund" as const,
      state: null,
      title: `Refund of ${formatRupees(toPaise(amount))} ${state}`,
      by: "Shop",
      note: bankReference ? `Reference ${bankReference}` : "",
    })),
    ...actions
      .filter(({ at }) => !times.has(at.getTime()))
      .map(({ at, action, actor, after }) => ({
        at: at.toISOString(),
        kind: "action" as const,
        state: null,
        title: TITLES[action] ?? (action.startsWith("database.") ? "Changed in the database" : action),
        by: actor,
        note: noteOf({ action, after }),
      })),
    ...events.map(({ at, state, cause, note }) => ({
      at: at.toISOString(),
      kind: "state" as const,
      state,
      title: state === "paid" ? "Paid" : ORDER_BADGES[state],
      by: (cause === "staff" && authors.get(at.getTime())) || BY[cause],
      note,
    })),
  ];
  // Of entries with the same time, the last change of state is listed first.
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => b.entry.at.localeCompare(a.entry.at) || b.index - a.index)
    .map(({ entry }) => entry);
}
