import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Paise, paise } from "../../base/money.ts";
import { PROVIDER_ACTOR, recordAudit } from "../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, payment, refund } from "../../platform/database/schema.ts";
import { RetryJob, type Task } from "../../platform/jobs/tasks.ts";
import { queueRefundDroppedEmail, queueRefundFailedEmail } from "../orders/mails/queue-payment-emails.ts";
import { lockOrderById, readOrderRow } from "../orders/order-row.ts";
import { isUndecided, readDisputesOf, readReturnedByBank } from "../payment-records/disputes.ts";
import { refundedOf } from "../payment-records/refundable.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderError } from "./provider.ts";
import { AWAITED, idempotencyKeyOf, receiptOf } from "./refunds.ts";
import { nextLookForKeys, nextRefundPoll, nextRefundTry } from "./schedule.ts";
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
        .select({ row: refund, paid: payment, isTest: customerOrder.isTest })
        .from(refund)
        .innerJoin(payment, eq(payment.id, refund.paymentId))
        .innerJoin(customerOrder, eq(customerOrder.id, refund.orderId))
        .where(and(eq(refund.id, refundId), inArray(refund.state, AWAITED)));
      if (!due) return null;
      // The provider would reject it for good.
      if (due.isTest !== deps.provider.isTest) return nextLookForKeys(new Date());
      return sendRefund(deps, due, attempts);
    },
  };
}

/** @returns when it is polled or sent next; null when nothing more is expected */
async function sendRefund(deps: PaymentDeps, due: DueRefund, attempts: number): Promise<Date | null> {
  const { provider, log } = deps;
  const { row, paid } = due;
  try {
    if (row.providerRefundId === null) {
      const disputes = (await readDisputesOf(deps.db, row.orderId)).filter(({ paymentId }) => paymentId === paid.id);
      if (disputes.some(isUndecided)) return await holdRefund(deps, row);
      if (disputes.some(({ state }) => state === "lost") && (await leaveToBank(deps, due))) return new Date();
    }
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
 * Holds a refund whose payment is disputed: the bank may return the payment itself. Its decision adds the job again.
 * @returns when the refund is looked at next, should that job be missing
 */
async function holdRefund({ db }: PaymentDeps, row: DueRefund["row"]): Promise<Date> {
  await db
    .update(refund)
    .set({ lastError: "Held while the bank decides a dispute about the payment." })
    .where(isUnsent(row));
  return nextRefundPoll(new Date());
}

/**
 * Reduces a refund by what the bank has returned of a lost dispute, and emails the customer who was promised it.
 * @returns whether it was reduced or, with nothing remaining, deleted
 */
async function leaveToBank(deps: PaymentDeps, { row, paid }: DueRefund): Promise<boolean> {
  // The provider may have accepted it although its response was lost.
  await syncRefunds(deps, paid, providerIdOf(paid));
  const known = await readOrderRow(deps.db, row.orderId);
  const sender = await deps.readSender(known?.shopOrigin ?? "");
  return deps.db.transaction(async (trx) => {
    const now = new Date();
    const order = await lockOrderById(trx, row.orderId);
    const left = await reduceRefund(trx, { row, paid });
    if (!order || left === null) return false;
    const subject = { type: "order" as const, id: order.number };
    const values = { before: { amountPaise: row.amountPaise }, after: { leftPaise: left } };
    await recordAudit(trx, PROVIDER_ACTOR, { action: "refund.dropped", subject, ...values }, now);
    await queueRefundDroppedEmail(trx, sender, order, { paymentId: paid.id, leftPaise: left }, now);
    return true;
  });
}

/**
 * Reduces a refund that the provider does not have to what remains of its payment, or deletes it.
 * @returns the new amount; null if it stays as it is
 */
async function reduceRefund(trx: DatabaseOrTransaction, { row, paid }: DueRefund): Promise<Paise | null> {
  const byBank = (await readReturnedByBank(trx, row.orderId)).find(({ paymentId }) => paymentId === paid.id);
  const others = await refundedOf(trx, paid.id, row.id);
  const remaining = paise(Math.max(0, paid.amountPaise - others - (byBank?.amountPaise ?? 0)));
  if (remaining >= row.amountPaise) return null;
  if (remaining === 0) await trx.delete(refund).where(isUnsent(row));
  // Under a new key: the provider would reject a different amount under the same one.
  else
    await trx
      .update(refund)
      .set({ amountPaise: remaining, keyVersion: sql`${refund.keyVersion} + 1` })
      .where(isUnsent(row));
  return remaining;
}

const isUnsent = ({ id }: DueRefund["row"]) =>
  and(eq(refund.id, id), inArray(refund.state, ["requested", "awaiting_balance"]), isNull(refund.providerRefundId));

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
    return (await reduceRefund(trx, { row, paid })) !== null;
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

/** Marks a refund as failed: the back office lists it for staff, and the customer is emailed. */
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
