import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { customerOrder, payment, refund } from "../database/schema.ts";
import { paise } from "../money.ts";
import { mailRefundFailed } from "../orders/mails.ts";
import { lockOrder } from "../orders/order-row.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { ProviderProblem } from "./provider.ts";
import { recordRefund, recordRefunds } from "./record-refund.ts";
import { idempotencyKeyOf, receiptOf, refundedByProvider } from "./refunds.ts";
import { nextRefundPoll, nextRefundTry } from "./schedule.ts";

interface DueRefund {
  row: typeof refund.$inferSelect;
  paid: typeof payment.$inferSelect;
}

/** How many refunds are sent at the same time. */
const CONCURRENCY = 4;
/** See check-orders.ts. */
const CLAIM_MS = 60_000;
/** A refund that the provider has refused so often needs a person. */
const MAX_REJECTIONS = 5;

/**
 * Sends the requested refunds that are due to the provider, and polls those on their way.
 * @returns whether there may be more
 */
export async function sendDueRefunds(deps: PaymentDeps): Promise<boolean> {
  const due = await claimRefunds(deps.db, new Date());
  await Promise.all(due.map((one) => sendRefund(deps, one)));
  return due.length === CONCURRENCY;
}

async function sendRefund(deps: PaymentDeps, due: DueRefund): Promise<void> {
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
    await recordRefund(deps, paid, reported, new Date());
    if (reported.state === "pending") await pollLater(deps.db, row);
  } catch (error) {
    // The other refunds of this round go on.
    log.error({ refund: row.id, payment: paid.providerPaymentId, err: error }, "a refund could not be sent");
    await tryLater(deps, due, error as Error).catch((err) =>
      log.error({ refund: row.id, err }, "the result of a refund could not be stored; it is sent again"),
    );
  }
}

function providerIdOf({ id, providerPaymentId }: DueRefund["paid"]): string {
  if (providerPaymentId === null) throw new Error(`payment ${id} is not known to a provider`);
  return providerPaymentId;
}

/** Schedules the next poll of a refund whose state is unchanged. */
async function pollLater(db: Database, row: DueRefund["row"]): Promise<void> {
  await db
    .update(refund)
    .set({ dueAt: nextRefundPoll(new Date()) })
    .where(and(eq(refund.id, row.id), eq(refund.state, "pending"), eq(refund.dueAt, row.dueAt ?? new Date(0))));
}

async function tryLater(deps: PaymentDeps, due: DueRefund, error: Error): Promise<void> {
  const { row } = due;
  const refused = error instanceof ProviderProblem && error.kind === "refused";
  if (refused && !row.providerRefundId && (await isDoneByProvider(deps, due))) return;
  const now = new Date();
  if (refused && row.attempts >= MAX_REJECTIONS) return giveUp(deps, row, error.message, now);
  await deps.db
    .update(refund)
    .set({ lastError: error.message.slice(0, 500), dueAt: nextRefundTry(row.attempts, now) })
    .where(and(eq(refund.id, row.id), eq(refund.state, row.state)));
}

/**
 * Reduces a refused refund by what was refunded in the provider's dashboard meanwhile.
 * @returns whether nothing is left to send as it was
 */
async function isDoneByProvider(deps: PaymentDeps, { row, paid }: DueRefund): Promise<boolean> {
  try {
    await recordRefunds(deps, paid, providerIdOf(paid));
  } catch (error) {
    if (error instanceof ProviderProblem) return false;
    throw error;
  }
  return deps.db.transaction(async (trx) => {
    const left = paise(paid.amountPaise - (await refundedByProvider(trx, paid.id)));
    if (left >= row.amountPaise) return false;
    const isStillRequested = and(eq(refund.id, row.id), eq(refund.state, "requested"));
    if (left <= 0) await trx.delete(refund).where(isStillRequested);
    // Under a new key: the provider would refuse another amount under the same one.
    else
      await trx
        .update(refund)
        .set({ amountPaise: left, restarts: sql`${refund.restarts} + 1`, attempts: 0, dueAt: sql`now()` })
        .where(isStillRequested);
    return true;
  });
}

/** Marks a refund as failed: `npm run refunds` lists it for staff, and the customer is emailed. */
async function giveUp({ db, readSender }: PaymentDeps, row: DueRefund["row"], why: string, now: Date): Promise<void> {
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

/** Claims due refunds: for CLAIM_MS no other instance gets them. */
async function claimRefunds(db: Database, now: Date): Promise<DueRefund[]> {
  const due = db
    .select({ id: refund.id })
    .from(refund)
    .where(lte(refund.dueAt, now))
    .orderBy(refund.dueAt)
    .limit(CONCURRENCY)
    .for("update", { skipLocked: true });
  const claimed = await db
    .update(refund)
    .set({ dueAt: new Date(now.getTime() + CLAIM_MS), attempts: sql`${refund.attempts} + 1` })
    .where(inArray(refund.id, due))
    .returning();
  if (claimed.length === 0) return [];
  const ids = claimed.map(({ id }) => id);
  return db
    .select({ row: refund, paid: payment })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(inArray(refund.id, ids));
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
