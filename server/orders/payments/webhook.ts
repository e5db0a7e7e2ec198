/**
 * Webhooks. They arrive late, twice and in any order, so an event only enqueues a check of an order or a refund: it is stored and
 * acknowledged immediately, and a job fetches the current state from the provider.
 */

import { and, eq, inArray, or, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { prepareForTransactions } from "../../platform/database/prepared.ts";
import { payment, paymentSession, providerEvent, refund } from "../../platform/database/schema.ts";
import { wakeWorkers } from "../../platform/jobs/add-job.ts";
import { checkInsertion, enqueueDisputeCheck, enqueueRefund } from "./payment-jobs.ts";
import type { PaymentProvider, ProviderEvent } from "./provider.ts";
import { byProviderPayment } from "./record-payment.ts";
import { AWAITED } from "./refunds.ts";
import { enqueueChecks } from "./session.ts";

/** The browser usually reports a payment within this time, and the event needs no check. */
const BROWSER_FIRST_MS = 1000;

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
  const { refund: refunded, providerDisputeId } = event;
  if (providerDisputeId !== null) return db.transaction((trx) => receiveDisputeEvent(trx, event, providerDisputeId));
  if (refunded) return db.transaction((trx) => receiveRefundEvent(trx, provider.name, { ...event, refund: refunded }));
  await receivePaymentEvent(db, provider.name, event);
}

const stored = (db: DatabaseOrTransaction, { id, name }: ProviderEvent) =>
  db.insert(providerEvent).values({ id, event: name, receivedAt: new Date() }).onConflictDoNothing();

/** Stores an event about a payment and schedules a check of its order, unless the event is stored already, or the payment as captured. */
async function receivePaymentEvent(
  db: Database,
  provider: PaymentProvider["name"],
  event: ProviderEvent,
): Promise<void> {
  const { id, providerOrderId, providerPaymentId } = event;
  if (providerOrderId === null) return;
  const [affected] = await affectedOrder(db).execute({ id, provider, providerOrderId, providerPaymentId });
  if (!affected || affected.isKnown) return;
  const now = new Date();
  const withEvent = db.with(db.$with("event").as(stored(db, event)));
  await checkInsertion(withEvent, affected.orderId, new Date(now.getTime() + BROWSER_FIRST_MS));
  wakeWorkers(db);
}

/** Stores an event about a dispute and enqueues its check. */
async function receiveDisputeEvent(
  trx: DatabaseOrTransaction,
  event: ProviderEvent,
  providerDisputeId: string,
): Promise<void> {
  const [inserted] = await stored(trx, event).returning({ id: providerEvent.id });
  if (inserted) await enqueueDisputeCheck(trx, providerDisputeId);
}

const affectedOrder = prepareForTransactions("event", (db) =>
  db
    .select({
      orderId: paymentSession.orderId,
      isKnown: sql<boolean>`exists (select from ${providerEvent} where ${providerEvent.id} = ${sql.placeholder("id")})
        or exists (
          select from ${payment} where ${eq(payment.provider, paymentSession.provider)}
            and ${payment.providerPaymentId} = ${sql.placeholder("providerPaymentId")} and ${payment.state} in ('captured', 'refunded'))`,
    })
    .from(paymentSession)
    .where(
      and(
        eq(paymentSession.provider, sql.placeholder("provider")),
        eq(paymentSession.providerOrderId, sql.placeholder("providerOrderId")),
      ),
    ),
);

/**
 * Stores an event about a refund, and enqueues the refunds of its payment that await confirmation. For a refund that is unknown, or that
 * failed at the bank after it was processed, it enqueues a check of the order.
 */
async function receiveRefundEvent(
  trx: DatabaseOrTransaction,
  provider: PaymentProvider["name"],
  event: ProviderEvent & { refund: NonNullable<ProviderEvent["refund"]> },
): Promise<void> {
  const [inserted] = await stored(trx, event).returning({ id: providerEvent.id });
  if (!inserted) return;
  const { providerOrderId } = event;
  const { id, providerPaymentId, hasFailed } = event.refund;
  const ofOrder =
    providerOrderId === null
      ? undefined
      : and(eq(paymentSession.provider, provider), eq(paymentSession.providerOrderId, providerOrderId));
  const [paid] = await trx
    .select({ id: payment.id, orderId: payment.orderId })
    .from(payment)
    .where(byProviderPayment({ provider, id: providerPaymentId }));
  if (paid) {
    const isAwaited = and(eq(refund.paymentId, paid.id), inArray(refund.state, AWAITED));
    for (const awaited of await trx.select({ id: refund.id }).from(refund).where(isAwaited))
      await enqueueRefund(trx, awaited.id);
  }
  const [known] = await trx.select({ state: refund.state }).from(refund).where(eq(refund.providerRefundId, id));
  if (known && (known.state !== "processed" || !hasFailed)) return;
  const affected = or(ofOrder, paid && eq(paymentSession.orderId, paid.orderId));
  // Without a condition it would select every order.
  if (affected) await enqueueChecks(trx, affected);
}
