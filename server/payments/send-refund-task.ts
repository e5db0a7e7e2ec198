import { and, eq, inArray, sql } from "drizzle-orm";
import { payment, refund } from "../database/schema.ts";
import { RetryJob, type Task } from "../jobs/tasks.ts";
import { paise } from "../money.ts";
import { lockOrderById, readOrderRow } from "../orders/order-row.ts";
import { queueRefundFailedEmail } from "../orders/queue-payment-emails.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderError } from "./provider.ts";
import { AWAITED, idempotencyKeyOf, receiptOf, refundedOf } from "./refunds.ts";
import { nextRefundPoll, nextRefundTry } from "./schedule.ts";
import { applyRefund, syncRefunds } from "./sync-refunds.ts";

interface DueRefund {
  row: typeof refund.$inferSelect;
  paid: typeof payment.$inferSelect;
}

/** The number of rejections after which a refund needs staff. */
const MAX_REJECTIONS = 5;

/** The task that sends a requested refund to the provider, and polls a pending one. */
export function sendRefundTask(deps: PaymentDeps): Task<{ refundId: number }> {
  return {
    concurrency: 4,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ refundId }, { attempts }) {
      const [due] = await deps.db
        .select({ row: refund, paid: payment })
        .from(refund)
        .innerJoin(payment, eq(payment.id, refund.paymentId))
        .where(and(eq(refund.id, refundId), inArray(refund.state, AWAITED)));
      return due ? sendRefund(deps, due, attempts) : null;
    },
  };
}

/** @returns when it is polled or sent next; null when nothing more is expected */
async function sendRefund(deps: PaymentDeps, due: DueRefund, attempts: number): Promise<Date | null> {
  const { provider, log } = deps;
  const { row, paid } = due;
  try {
    const reported = row.providerRefundId
      ? await provider.fetchRefund(row.providerRefundId)
      : await provider.createRefund(providerIdOf(paid), {
          amountPaise: row.amountPaise,
          key: idempotencyKeyOf(row),
          receipt: receiptOf(row),
        });
    await applyRefund(deps, paid, reported, new Date());
    return reported.state === "pending" ? nextRefundPoll(new Date()) : null;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.error({ refund: row.id, payment: paid.providerPaymentId, err: error }, "a refund could not be sent");
    const wasRejected = error.kind === "rejected";
    if (wasRejected && !row.providerRefundId && (await reduceOrDeleteRefund(deps, due))) return new Date();
    if (wasRejected && (await countRejection(deps, row.id)) >= MAX_REJECTIONS) {
      await giveUp(deps, row, error.message, new Date());
      return null;
    }
    if (error.kind === "insufficient_balance") await waitForBalance(deps, row, error.message);
    throw new RetryJob(error.message, nextRefundTry(attempts, new Date()));
  }
}

function providerIdOf({ id, providerPaymentId }: DueRefund["paid"]): string {
  if (providerPaymentId === null) throw new Error(`payment ${id} is not known to a provider`);
  return providerPaymentId;
}

/**
 * Reduces a rejected refund by what was refunded in the provider's dashboard meanwhile.
 * @returns whether it was reduced or, with nothing remaining, deleted
 */
async function reduceOrDeleteRefund(deps: PaymentDeps, { row, paid }: DueRefund): Promise<boolean> {
  try {
    await syncRefunds(deps, paid, providerIdOf(paid));
  } catch (error) {
    if (error instanceof ProviderError) return false;
    throw error;
  }
  return deps.db.transaction(async (trx) => {
    await lockOrderById(trx, paid.orderId);
    const remaining = paise(paid.amountPaise - (await refundedOf(trx, paid.id, row.id)));
    if (remaining >= row.amountPaise) return false;
    const isStillRequested = and(eq(refund.id, row.id), inArray(refund.state, ["requested", "awaiting_balance"]));
    if (remaining <= 0) await trx.delete(refund).where(isStillRequested);
    // Under a new key: the provider would reject a different amount under the same one.
    else
      await trx
        .update(refund)
        .set({ amountPaise: remaining, keyVersion: sql`${refund.keyVersion} + 1` })
        .where(isStillRequested);
    return true;
  });
}

/** @returns how often the provider has rejected it, including this time */
async function countRejection({ db }: PaymentDeps, refundId: number): Promise<number> {
  const [counted] = await db
    .update(refund)
    .set({ rejections: sql`${refund.rejections} + 1` })
    .where(eq(refund.id, refundId))
    .returning({ rejections: refund.rejections });
  return counted?.rejections ?? 0;
}

/** Lets a refund wait for the provider's balance: until it suffices, the refund is sent again and again. */
async function waitForBalance({ db }: PaymentDeps, row: DueRefund["row"], reason: string): Promise<void> {
  await db
    .update(refund)
    .set({ state: "awaiting_balance", lastError: reason.slice(0, 500) })
    .where(and(eq(refund.id, row.id), eq(refund.state, "requested")));
}

/** Marks a refund as failed: `npm run refunds` lists it for staff, and the customer is emailed. */
async function giveUp(
  { db, readSender }: PaymentDeps,
  row: DueRefund["row"],
  reason: string,
  now: Date,
): Promise<void> {
  const known = await readOrderRow(db, row.orderId);
  const sender = await readSender(known?.shopOrigin ?? "");
  await db.transaction(async (trx) => {
    const order = await lockOrderById(trx, row.orderId);
    const [failed] = await trx
      .update(refund)
      .set({ state: "failed", lastError: reason.slice(0, 500) })
      .where(and(eq(refund.id, row.id), eq(refund.state, row.state)))
      .returning({ id: refund.id });
    if (order && failed) await queueRefundFailedEmail(trx, sender, order, row.amountPaise, now);
  });
}
