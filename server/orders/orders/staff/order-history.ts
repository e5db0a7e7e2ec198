import { asc, eq } from "drizzle-orm";
import { actionName, inWords } from "../../../../contract/admin/audit-names.ts";
import type { AdminOrder } from "../../../../contract/admin/orders.ts";
import { ORDER_BADGES } from "../../../../contract/orders/badges.ts";
import type { OrderDetail, OrderState, PaymentState } from "../../../../contract/orders/schemas.ts";
import { CHANNEL_NAMES, PHONE_MESSAGE_STATE_NAMES } from "../../../../contract/phone-messages/channels.ts";
import { phoneEvent } from "../../../../contract/phone-messages/events.ts";
import { formatRupees, paise, toPaise } from "../../../base/money.ts";
import { readAuditOf } from "../../../platform/audit/list-audit.ts";
import type { Database } from "../../../platform/database/database.ts";
import { type MailState, type OrderCause, orderEvent } from "../../../platform/database/schema.ts";
import { listMailsAbout } from "../../../platform/mail/outbox.ts";
import { listPhoneMessagesAbout } from "../../../platform/phone-messages/outbox.ts";
import type { readPaymentAttempts } from "../../payment-records/payments.ts";
import type { OrderRow } from "../order-row.ts";
import { noteForStaff } from "./event-notes.ts";

type Entry = AdminOrder["history"][number];

/** Who causes an event, unless an action of staff or of a courier names its author; empty for what happens by itself. */
const BY: Readonly<Record<OrderCause, string>> = {
  customer: "the customer",
  payment: "",
  staff: "staff",
  courier: "the courier",
  expiry: "the shop",
};

/** The titles of events; customers read badges instead. */
const EVENTS: Readonly<Record<OrderState, string>> = {
  ...ORDER_BADGES,
  pending: "Placed",
  paid: "Paid",
};
const PAYMENTS: Readonly<Record<PaymentState, string>> = {
  created: "begun",
  authorized: "authorised",
  captured: "received",
  refunded: "received, then refunded",
  failed: "failed",
};
const REFUNDS: Readonly<Record<OrderDetail["refunds"][number]["state"], string>> = {
  pending: "requested",
  held: "held back by a dispute",
  processed: "paid out",
  failed: "failed",
};
const MAILS: Readonly<Record<MailState, string>> = {
  waiting: "waits to be sent",
  sending: "is being sent",
  sent: "sent",
  failed: "failed",
  uncertain: "may not have arrived",
};

/** Says which parcel an action was about, and what happened to it. */
function noteOf({ action, after }: { action: string; after: Record<string, unknown> | null }): string {
  const { leftPaise, awb, parcel, restock, reason, keepOffers } = after ?? {};
  // Entries cannot be changed; those of earlier releases have the former name.
  const kept = (keepOffers ?? after?.keep_offers) === true ? "The rest keeps its offers." : "";
  if (typeof leftPaise === "number")
    return `The bank has returned the payment${leftPaise === 0 ? "." : `, except ${formatRupees(paise(leftPaise))}.`}`;
  if (action === "order.cash_written_off" || action === "order.cash_write_off_undone") return String(reason);
  if (typeof restock === "boolean") return restock ? "Its units were restocked." : "Its units were written off.";
  if (typeof awb !== "string") return kept;
  const text = typeof parcel === "string" ? `AWB ${awb}: ${inWords(parcel).toLowerCase()}` : `AWB ${awb}`;
  return kept ? `${text}. ${kept}` : text;
}

/** Reads what happened to an order, newest first. */
export async function readHistory(
  db: Database,
  order: OrderRow,
  payments: Awaited<ReturnType<typeof readPaymentAttempts>>,
  { refunds }: Pick<OrderDetail, "refunds">,
): Promise<Entry[]> {
  const events = await db.select().from(orderEvent).where(eq(orderEvent.orderId, order.id)).orderBy(asc(orderEvent.id));
  const actions = await readAuditOf(db, { type: "order", id: order.number });
  const mails = await listMailsAbout(db, order.number);
  const messages = await listPhoneMessagesAbout(db, order.number);
  // An action and the event that it causes have the same time.
  const authors = new Map(actions.map(({ at, actor }) => [at.getTime(), actor]));
  const times = new Set(events.map(({ at }) => at.getTime()));
  const entries: Entry[] = [
    ...mails.map(({ at, subject, state }) => ({
      at: at.toISOString(),
      kind: "mail" as const,
      state: null,
      title: `Email “${subject}” ${MAILS[state]}`,
      by: "",
      note: "",
    })),
    ...messages.map(({ at, event, channel, state, error }) => ({
      at: at.toISOString(),
      kind: "mail" as const,
      state: null,
      title: `${CHANNEL_NAMES[channel]} “${phoneEvent(event).title}” ${PHONE_MESSAGE_STATE_NAMES[state]}`,
      by: "",
      note: ["failed", "uncertain", "expired"].includes(state) ? error : "",
    })),
    ...payments
      .filter(({ state }) => state !== "created")
      .map(({ createdAt, amountPaise, state, failure }) => ({
        at: createdAt.toISOString(),
        kind: "payment" as const,
        state: null,
        title: `Payment of ${formatRupees(amountPaise)} ${PAYMENTS[state]}`,
        by: BY.payment,
        note: failure,
      })),
    ...refunds.map(({ requestedAt, amount, state, bankReference }) => ({
      at: requestedAt,
      kind: "refund" as const,
      state: null,
      title: `Refund of ${formatRupees(toPaise(amount))} ${REFUNDS[state]}`,
      by: "",
      note: bankReference ? `Reference ${bankReference}` : "",
    })),
    ...actions
      .filter(({ at }) => !times.has(at.getTime()))
      .map(({ at, action, actor, after }) => ({
        at: at.toISOString(),
        kind: "action" as const,
        state: null,
        title: actionName(action),
        by: actor,
        note: noteOf({ action, after }),
      })),
    ...events.map(({ at, state, cause, note }) => ({
      at: at.toISOString(),
      kind: "state" as const,
      state,
      title: cause === "payment" && state !== "expired" ? "Paid" : EVENTS[state],
      by: ((cause === "staff" || cause === "courier") && authors.get(at.getTime())) || BY[cause],
      note: noteForStaff(note),
    })),
  ];
  // Of entries with the same time, the last change of state is listed first.
  return entries
    .map((entry, index) => ({ entry, index }))
    .sort((a, b) => b.entry.at.localeCompare(a.entry.at) || b.index - a.index)
    .map(({ entry }) => entry);
}
