import { and, eq, inArray, or, type SQL } from "drizzle-orm";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { payment, paymentSession, providerEvent, refund } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { enqueueRefund } from "./payment-jobs.ts";
import type { PaymentProvider, ProviderEvent } from "./provider.ts";
import { byProviderPayment, findOrderIdOfCaptured } from "./record-payment.ts";
import { AWAITED } from "./refunds.ts";
import { enqueueChecks } from "./session.ts";

/**
 * Webhooks. They come late, twice and in any order, so an event only enqueues a check of an order or a refund: it is stored and
 * acknowledged immediately, and a job fetches the current state from the provider.
 */

interface WebhookDeps {
  db: Database;
  provider: PaymentProvider;
  log: { warn(details: object, message: string): void };
}

/**
 * Stores an event and enqueues its checks; ignores a redelivered one.
 * @throws ApiError (400) if it is not signed by the provider, or unreadable
 */
export async function receiveEvent(
  { db, provider, log }: WebhookDeps,
  raw: Buffer,
  headers: Readonly<Record<string, unknown>>,
): Promise<void> {
  const event = provider.readEvent(raw, headers);
  if ("invalid" in event) {
    const hasBadSignature = event.invalid === "bad_signature";
    log.warn({ event: event.id }, hasBadSignature ? "an event's signature is invalid" : "an event cannot be read");
    throw new ApiError(
      "bad_request",
      hasBadSignature ? "This event is not signed by the payment provider." : "This event cannot be read.",
    );
  }
  await db.transaction(async (trx) => {
    const [inserted] = await trx
      .insert(providerEvent)
      .values({ id: event.id, event: event.name, receivedAt: new Date() })
      .onConflictDoNothing()
      .returning({ id: providerEvent.id });
    if (inserted) await applyEvent(trx, provider.name, event);
  });
}

async function applyEvent(
  trx: DatabaseOrTransaction,
  provider: PaymentProvider["name"],
  { providerOrderId, paymentId, refund: refunded }: ProviderEvent,
): Promise<void> {
  const ofOrder =
    providerOrderId === null
      ? undefined
      : and(eq(paymentSession.provider, provider), eq(paymentSession.providerOrderId, providerOrderId));
  if (refunded) return applyRefundEvent(trx, provider, refunded, ofOrder);
  const isSettled = paymentId !== null && (await findOrderIdOfCaptured(trx, { provider, id: paymentId })) !== null;
  if (ofOrder && !isSettled) await enqueueChecks(trx, ofOrder);
}

/**
 * Enqueues the refunds of the payment that await confirmation. For a refund that is unknown, or failed at the bank after it was stored as
 * processed, enqueues a check of its order.
 */
async function applyRefundEvent(
  trx: DatabaseOrTransaction,
  provider: PaymentProvider["name"],
  { id, paymentId, hasFailed }: NonNullable<ProviderEvent["refund"]>,
  ofOrder: SQL | undefined,
): Promise<void> {
  const [paid] = await trx
    .select({ id: payment.id, orderId: payment.orderId })
    .from(payment)
    .where(byProviderPayment({ provider, id: paymentId }));
  if (paid) {
    const isAwaited = and(eq(refund.paymentId, paid.id), inArray(refund.state, AWAITED));
    for (const awaited of await trx.select({ id: refund.id }).from(refund).where(isAwaited))
      await enqueueRefund(trx, awaited.id);
  }
  const [known] = await trx.select({ state: refund.state }).from(refund).where(eq(refund.providerRefundId, id));
  if (known && (known.state !== "processed" || !hasFailed)) return;
  const affected = or(ofOrder, paid && eq(paymentSession.orderId, paid.orderId));
  // Without a condition it would be every order.
  if (affected) await enqueueChecks(trx, affected);
}
