import { and, eq, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder, payment, providerEvent, refund } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { publishPayments } from "../orders/order-row.ts";
import { isSigned } from "./razorpay/signature.ts";

/**
 * The provider's events. One says only that there is news of an order or a refund: the provider is then asked what holds now, since events
 * come late, twice and in any order. So they are stored and answered at once, and the worker does the rest.
 */

const entity = <T extends z.ZodRawShape>(shape: T) => z.object({ entity: z.object(shape) }).optional();
const eventBody = z.object({
  event: z.string().max(100),
  payload: z
    .object({
      order: entity({ id: z.string() }),
      payment: entity({ id: z.string(), order_id: z.string().nullish() }),
      refund: entity({ id: z.string(), payment_id: z.string() }),
    })
    .optional(),
});

interface Delivery {
  /** As it came, to the byte. */
  raw: Buffer;
  signature: string;
  /** The provider's own name of the event; the same at each repetition. */
  eventId: string;
}

interface WebhookDeps {
  db: Database;
  secrets: readonly string[];
  log: { warn(details: object, message: string): void };
}

/** @throws ApiError (400) when it is not signed by the provider, or cannot be read */
export async function storeEvent(
  { db, secrets, log }: WebhookDeps,
  { raw, signature, eventId }: Delivery,
): Promise<void> {
  if (!isSigned(secrets, raw, signature)) {
    log.warn({ event: eventId }, "an event's signature is forged");
    throw new ApiError("bad_request", "This event is not signed by the payment provider.");
  }
  const read = eventBody.safeParse(parse(raw));
  if (!read.success || !eventId) {
    log.warn({ event: eventId }, "an event cannot be read");
    throw new ApiError("bad_request", "This event cannot be read.");
  }
  const { event, payload } = read.data;
  const orderId = payload?.order?.entity.id ?? payload?.payment?.entity.order_id ?? null;
  const refunded = payload?.refund?.entity;

  await db.transaction(async (trx) => {
    const [fresh] = await trx
      .insert(providerEvent)
      .values({ id: eventId, event, receivedAt: new Date() })
      .onConflictDoNothing()
      .returning({ id: providerEvent.id });
    if (!fresh) return;
    const nudged = refunded
      ? await nudgeRefund(trx, { refundId: refunded.id, paymentId: refunded.payment_id, orderId, event })
      : orderId && !(await isCaptured(trx, payload?.payment?.entity.id))
        ? await nudgeOrder(trx, eq(customerOrder.providerOrderId, orderId))
        : 0;
    if (nudged > 0) await publishPayments(trx);
  });
}

/** Has the provider asked about orders at once. @returns how many */
async function nudgeOrder(trx: DatabaseOrTransaction, which: SQL | undefined): Promise<number> {
  const nudged = await trx
    .update(customerOrder)
    .set({ checkAt: sql`now()` })
    .where(which)
    .returning({ id: customerOrder.id });
  return nudged.length;
}

interface RefundEvent {
  refundId: string;
  paymentId: string;
  /** The provider's, where the event names it. */
  orderId: string | null;
  event: string;
}

/** News of a refund that the shop waits for, or of one that it does not know, or took for done: made in the dashboard, or failed at the bank. */
async function nudgeRefund(
  trx: DatabaseOrTransaction,
  { refundId, paymentId, orderId, event }: RefundEvent,
): Promise<number> {
  const awaited = await trx
    .update(refund)
    .set({ dueAt: sql`now()` })
    .where(and(eq(refund.paymentId, paymentId), isNotNull(refund.dueAt)))
    .returning({ id: refund.id });
  const [known] = await trx.select({ state: refund.state }).from(refund).where(eq(refund.providerRefundId, refundId));
  if (known && (known.state !== "processed" || event !== "refund.failed")) return awaited.length;
  const ofPayment = inArray(
    customerOrder.id,
    trx.select({ id: payment.orderId }).from(payment).where(eq(payment.id, paymentId)),
  );
  const orders = await nudgeOrder(
    trx,
    orderId === null ? ofPayment : or(ofPayment, eq(customerOrder.providerOrderId, orderId)),
  );
  return awaited.length + orders;
}

/** Then there is no news in it: the order has been settled by this payment. */
async function isCaptured(trx: DatabaseOrTransaction, paymentId: string | undefined): Promise<boolean> {
  if (paymentId === undefined) return false;
  const [known] = await trx.select({ state: payment.state }).from(payment).where(eq(payment.id, paymentId));
  return known?.state === "captured" || known?.state === "refunded";
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString("utf8"));
  } catch {
    return undefined;
  }
}
