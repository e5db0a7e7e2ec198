import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { customerOrder, payment, refund } from "../database/schema.ts";
import { paise } from "../money.ts";
import { mailRefundFailed } from "../orders/mails.ts";
import { lockOrder } from "../orders/order-row.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderProblem } from "./provider.ts";
import { reconcileRefunds, recordRefund } from "./record-refund.ts";
import { idempotencyKeyOf, receiptOf, refundedByProvider } from "./refunds.ts";
import { nextRefundPoll, nextRefundTry } from "./schedule.ts";

type RefundRow = typeof refund.$inferSelect;

const AT_ONCE = 4;
/** See check-orders.ts. */
const CLAIM_MS = 60_000;
/** A refund that the provider has refused so often needs a person. */
const MAX_REJECTIONS = 5;

/**
 * Sends back what has to go back, and asks about what is on its way.
 * @returns whether there may be more
 */
export async function sendDueRefunds(deps: PaymentDeps): Promise<boolean> {
  const due = await claimRefunds(deps.db, new Date());
  await Promise.all(due.map((row) => sendRefund(deps, row)));
  return due.length === AT_ONCE;
}

async function sendRefund(deps: PaymentDeps, row: RefundRow): Promise<void> {
  const { provider, log } = deps;
  try {
    const told = row.providerRefundId
      ? await provider.fetchRefund(row.providerRefundId)
      : await provider.createRefund(row.paymentId, {
          amount: row.amountPaise,
          key: idempotencyKeyOf(row),
          receipt: receiptOf(row),
        });
    await recordRefund(deps, row.orderId, told, new Date());
    if (told.status === "pending") await pollLater(deps.db, row);
  } catch (error) {
    // Whatever it is, the other refunds of this round go on.
    log.error({ refund: row.id, payment: row.paymentId, err: error }, "a refund could not be sent");
    await tryLater(deps, row, error as Error).catch((err) =>
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

async function tryLater(deps: PaymentDeps, row: RefundRow, error: Error): Promise<void> {
  const { db } = deps;
  const refused = error instanceof ProviderProblem && error.kind === "refused";
  if (refused && !row.providerRefundId && (await isDoneByProvider(deps, row))) return;
  const now = new Date();
  if (!refused || row.attempts < MAX_REJECTIONS) {
    const dueAt = nextRefundTry(row.attempts, now);
    const lastError = error.message.slice(0, 500);
    await db
      .update(refund)
      .set({ lastError, dueAt })
      .where(and(eq(refund.id, row.id), eq(refund.state, row.state)));
    return;
  }
  await giveUp(deps, row, error.message, now);
}

/**
 * The provider may have refused because money of this payment was refunded in its dashboard meanwhile: then only what is left is.
 * @returns whether nothing is left to send as it was
 */
async function isDoneByProvider(deps: PaymentDeps, row: RefundRow): Promise<boolean> {
  try {
    await reconcileRefunds(deps, row.orderId, { id: row.paymentId });
  } catch (error) {
    if (error instanceof ProviderProblem) return false;
    throw error;
  }
  return deps.db.transaction(async (trx) => {
    const [paid] = await trx
      .select({ amountPaise: payment.amountPaise })
      .from(payment)
      .where(eq(payment.id, row.paymentId));
    const left = paise((paid?.amountPaise ?? row.amountPaise) - (await refundedByProvider(trx, row.paymentId)));
    if (left >= row.amountPaise) return false;
    const isStillRequested = and(eq(refund.id, row.id), eq(refund.state, "wanted"));
    if (left <= 0) await trx.delete(refund).where(isStillRequested);
    // Another amount under the same key would be refused.
    else
      await trx
        .update(refund)
        .set({ amountPaise: left, restarts: sql`${refund.restarts} + 1`, attempts: 0, dueAt: sql`now()` })
        .where(isStillRequested);
    return true;
  });
}

/** A person has to look at it: staff finds it by `npm run refunds`, and its customer is told. */
async function giveUp({ db, readSender }: PaymentDeps, row: RefundRow, why: string, now: Date): Promise<void> {
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
