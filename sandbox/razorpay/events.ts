import type { DatabaseOrTransaction } from "../../server/database/database.ts";
import { sandboxWebhook } from "../../server/database/schema.ts";
import { randomLetters, unixSeconds } from "./entities.ts";
import { type OrderRecord, type PaymentRecord, type RefundRecord, responseOf } from "./ledger.ts";

/**
 * What the provider tells the shop by webhooks. An event is written in the transaction of what it tells, and twice: it is delivered
 * once more a moment later, as the real one does now and then.
 */

export const EVENTS = [
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "order.paid",
  "refund.created",
  "refund.processed",
  "refund.failed",
] as const;
export type EventName = (typeof EVENTS)[number];

const ACCOUNT = "acc_KewraSandbox01";
const AGAIN_AFTER_MS = 1500;
/** Between an event's id and the number of one of its deliveries. */
const MARK = "#";

export interface Told {
  payment: PaymentRecord;
  order?: OrderRecord;
  refund?: RefundRecord;
}

/** When something happens, and whether the shop is told of it. */
export interface Occasion {
  now: Date;
  /** Nothing is told, as if every webhook were lost. */
  quiet?: boolean;
}

/** Queues an event; its body is a snapshot. */
export async function tell(
  trx: DatabaseOrTransaction,
  event: EventName,
  told: Told,
  { now, quiet = false }: Occasion,
): Promise<void> {
  if (quiet) return;
  const id = randomLetters(14);
  const body = JSON.stringify(eventBody(event, told, now));
  await trx.insert(sandboxWebhook).values([
    { id, body, dueAt: now, createdAt: now },
    { id: deliveryId(id, 2), body, dueAt: new Date(now.getTime() + AGAIN_AFTER_MS), createdAt: now },
  ]);
}

const deliveryId = (eventId: string, number: number) => `${eventId}${MARK}${number}`;
/** Of which event a delivery is; the same for all of its deliveries. */
export const eventIdOf = (delivery: string) => delivery.split(MARK)[0] as string;

/** Has a delivery of an event that was told before. */
export async function tellAgain(
  trx: DatabaseOrTransaction,
  { id, body }: { id: string; body: string },
  now: Date,
): Promise<void> {
  await trx.insert(sandboxWebhook).values({
    id: `${eventIdOf(id)}${MARK}${randomLetters(6)}`,
    body,
    dueAt: now,
    createdAt: now,
  });
}

function eventBody(event: EventName, { payment, order, refund }: Told, now: Date): object {
  const { card } = payment.sandbox;
  const payload = {
    ...(refund && { refund: { entity: responseOf(refund) } }),
    payment: { entity: { ...responseOf(payment), ...(card && { card }) } },
    ...(order && { order: { entity: responseOf(order) } }),
  };
  return {
    entity: "event",
    account_id: ACCOUNT,
    event,
    contains: Object.keys(payload),
    payload,
    created_at: unixSeconds(now),
  };
}
