import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { customerOrder, payment, refund } from "../database/schema.ts";
import { mailRefundFailed } from "../orders/mails.ts";
import { lockOrder } from "../orders/order-row.ts";
import type { PaymentParts } from "./payment-parts.ts";
import { ProviderProblem } from "./provider.ts";
import { reconcileRefunds, recordRefund } from "./record-refund.ts";
import { idempotencyKeyOf, receiptOf, refundedByProvider } from "./refunds.ts";
import { nextRefundPoll, nextRefundTry } from "./schedule.ts";

type RefundRow = typeof refund.$inferSelect;

const AT_ONCE = 4;
/** See check-orders.ts. */
const CLAIM_MS = 60_000;
/** A refund that the provider has refused so often needs a person. */
const MOST_REFUSALS = 5;

/**
 * Sends back what has to go back, and asks about what is on its way.
 * @returns whether there may be more
 */
export async function sendDueRefunds(parts: PaymentParts): Promise<boolean> {
  const due = await claimRefunds(parts.db, new Date());
  await Promise.all(due.map((row) => sendRefund(parts, row)));
  return due.length === AT_ONCE;
}

async function sendRefund(parts: PaymentParts, row: RefundRow): Promise<void> {
  const { provider, log } = parts;
  try {
    const told = row.providerRefundId
      ? await provider.fetchRefund(row.providerRefundId)
      : await provider.createRefund(row.paymentId, {
          amount: row.amountPaise,
          key: idempotencyKeyOf(row),
          receipt: receiptOf(row),
        });
    await recordRefund(parts, row.orderId, told, new Date());
    if (told.status === "pending") await pollLater(parts.db, row);
  } catch (error) {
    // Whatever it is, the other refunds of this round go on.
    log.error({ refund: row.id, payment: row.paymentId, err: error }, "a refund could not be sent");
    await tryLater(parts, row, error as Error).catch((err) =>
      log.error({ refund: row.id, err }, "what became of a refund could not be stored; it is tried again"),
    );
  }
}

/** Nothing is new: it is asked about again after some hours. */
async function pollLater(db: Database, row: RefundRow): Promise<void> {
  await db
    .update(refund)
    .set({ dueAt: nextRefundPoll(new Date()) })
    .where(and(eq(refund.id, row.id), eq(refund.state, "pending"), eq(refund.dueAt, row.dueAt ?? new Date(0))));
}

async function tryLater(parts: PaymentParts, row: RefundRow, error: Error): Promise<void> {
  const { db } = parts;
  const refused = error instanceof ProviderProblem && error.kind === "refused";
  if (refused && !row.providerRefundId && (await isDoneByProvider(parts, row))) return;
  const now = new Date();
  if (!refused || row.attempts < MOST_REFUSALS) {
    const dueAt = nextRefundTry(row.attempts, now);
    const lastError = error.message.slice(0, 500);
    await db
      .update(refund)
      .set({ lastError, dueAt })
      .where(and(eq(refund.id, row.id), eq(refund.state, row.state)));
    return;
  }
  await giveUp(parts, row, error.message, now);
}

/**
 * The provider may have refused because money of this payment was refunded in its dashboard meanwhile: then only what is left is.
 * @returns whether nothing is left to send as it was
 */
async function isDoneByProvider(parts: PaymentParts, row: RefundRow): Promise<boolean> {
  try {
    await reconcileRefunds(parts, row.orderId, { id: row.paymentId });
  } catch (error) {
    if (error instanceof ProviderProblem) return false;
    throw error;
  }
  return parts.db.transaction(async (trx) => {
    const [paid] = await trx
      .select({ amountPaise: payment.amountPaise })
      .from(payment)
      .where(eq(payment.id, row.paymentId));
    const left = (paid?.amountPaise ?? row.amountPaise) - (await refundedByProvider(trx, row.paymentId));
    if (left >= row.amountPaise) return false;
    const stillWanted = and(eq(refund.id, row.id), eq(refund.state, "wanted"));
    if (left <= 0) await trx.delete(refund).where(stillWanted);
    // Another amount under the same key would be refused.
    else
      await trx
        .update(refund)
        .set({ amountPaise: left, restarts: sql`${refund.restarts} + 1`, attempts: 0, dueAt: sql`now()` })
        .where(stillWanted);
    return true;
  });
}

/** A person has to look at it: staff finds it by `npm run refunds`, and its customer is told. */
async function giveUp({ db, readSender }: PaymentParts, row: RefundRow, why: string, now: Date): Promise<void> {
  const [known] = await db
    .select({ shopOrigin: customerOrder.shopOrigin })
    .from(customerOrder)
    .where(eq(customerOrder.id, row.orderId));
  const sender = await readSender(known?.shopOrigin ?? "");
  await db.transaction(async (trx) => {
    const order = await lockOrder(trx, eq(customerOrder.id, row.orderId));
    const [failed] = await trx
      .update(refund)
      .set({ state: "failed", dueAt: null, lastError: why.slice(0, 500) })
      .where(and(eq(refund.id, row.id), eq(refund.state, row.state)))
      .returning({ id: refund.id });
    if (order && failed) await mailRefundFailed(trx, sender, order, row.amountPaise, now);
  });
}

async function claimRefunds(db: Database, now: Date): Promise<RefundRow[]> {
  const due = db
    .select({ id: refund.id })
    .from(refund)
    .where(lte(refund.dueAt, now))
    .orderBy(refund.dueAt)
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  return db
    .update(refund)
    .set({ dueAt: new Date(now.getTime() + CLAIM_MS), attempts: sql`${refund.attempts} + 1` })
    .where(inArray(refund.id, due))
    .returning();
}

/** When the next refund is due. */
export async function nextRefundDue(db: Database): Promise<Date | null> {
  const [first] = await db
    .select({ at: refund.dueAt })
    .from(refund)
    .where(sql`${refund.dueAt} is not null`)
    .orderBy(refund.dueAt)
    .limit(1);
  return first?.at ?? null;
}
