/**
 * Webhooks. An event is queued in the transaction of its cause, and twice: it is repeated after a second and a half, as the real provider
 * does at times.
 */

import type { DatabaseOrTransaction } from "../../server/platform/database/database.ts";
import { sandboxWebhook } from "../../server/platform/database/schema/sandbox.ts";
import { randomLettersAndDigits, unixSeconds } from "./entities.ts";
import { type DisputeRecord, type OrderRecord, type PaymentRecord, type RefundRecord, responseOf } from "./ledger.ts";

const EVENTS = [
  "payment.authorized",
  "payment.captured",
  "payment.failed",
  "order.paid",
  "refund.created",
  "refund.processed",
  "refund.failed",
  "payment.dispute.created",
  "payment.dispute.under_review",
  "payment.dispute.action_required",
  "payment.dispute.won",
  "payment.dispute.lost",
  "payment.dispute.closed",
] as const;
export type EventName = (typeof EVENTS)[number];

const ACCOUNT = "acc_KewraSandbox01";
const REPEAT_AFTER_MS = 1500;
/** Separates an event's id from the number of its delivery. */
const SEPARATOR = "#";

export interface EventEntities {
  payment: PaymentRecord;
  order?: OrderRecord;
  refund?: RefundRecord;
  dispute?: DisputeRecord;
}

/** When an event happens, and whether its webhook is sent. */
export interface EventOptions {
  now: Date;
  /** Whether to send no webhook, as if all were lost. */
  quiet?: boolean;
}

/** Queues an event; its body is a snapshot. */
export async function queueEvent(
  trx: DatabaseOrTransaction,
  event: EventName,
  entities: EventEntities,
  { now, quiet = false }: EventOptions,
): Promise<void> {
  if (quiet) return;
  const id = randomLettersAndDigits(14);
  const body = JSON.stringify(eventBody(event, entities, now));
  await trx.insert(sandboxWebhook).values([
    { id, body, dueAt: now, createdAt: now },
    { id: deliveryId(id, 2), body, dueAt: new Date(now.getTime() + REPEAT_AFTER_MS), createdAt: now },
  ]);
}

const deliveryId = (eventId: string, number: number) => `${eventId}${SEPARATOR}${number}`;
/** Returns the id of a delivery's event, the same for all its deliveries. */
export const eventIdOf = (delivery: string) => delivery.split(SEPARATOR)[0] as string;

/** Queues another delivery of an event. */
export async function queueAgain(
  trx: DatabaseOrTransaction,
  { id, body }: { id: string; body: string },
  now: Date,
): Promise<void> {
  await trx.insert(sandboxWebhook).values({
    id: `${eventIdOf(id)}${SEPARATOR}${randomLettersAndDigits(6)}`,
    body,
    dueAt: now,
    createdAt: now,
  });
}

function eventBody(event: EventName, { payment, order, refund, dispute }: EventEntities, now: Date): object {
  const { card } = payment.sandbox;
  const payload = {
    ...(refund && { refund: { entity: responseOf(refund) } }),
    payment: { entity: { ...responseOf(payment), ...(card && { card }) } },
    ...(dispute && { dispute: { entity: responseOf(dispute) } }),
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
