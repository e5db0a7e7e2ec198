import { and, eq, inArray, ne, sum } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder, payment, refund } from "../database/schema.ts";
import { mailRefunded, mailRefundFailed } from "../orders/mails.ts";
import { lockOrder, type OrderRow } from "../orders/order-row.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import type { ProviderPayment, ProviderRefund } from "./provider.ts";
import { isOwnReceipt, receiptOf } from "./refunds.ts";
import { nextRefundPoll } from "./schedule.ts";

type RefundRow = typeof refund.$inferSelect;

/** Reasons whose customers were told of the refund when it was decided; they get no second email when it is through. */
const ALREADY_EMAILED: readonly RefundRow["reason"][] = ["paid_twice", "wrong_amount", "replaced"];

/**
 * Compares the refunds that the provider knows of a payment with the shop's own: how far they are, and those that were made in the
 * dashboard.
 * @throws ProviderProblem when the provider does not answer
 */
export async function reconcileRefunds(
  deps: PaymentDeps,
  orderId: number,
  { id: paymentId, amount_refunded }: Pick<ProviderPayment, "id" | "amount_refunded">,
): Promise<void> {
  const known = await deps.db.select({ id: refund.id }).from(refund).where(eq(refund.paymentId, paymentId)).limit(1);
  if (known.length === 0 && !amount_refunded) return;
  for (const told of await deps.provider.listRefunds(paymentId))
    if (told.payment_id === paymentId) await recordRefund(deps, orderId, told, new Date());
}

/**
 * Stores what the provider tells of a refund, and draws the conclusions in the same transaction: its customer is emailed when the money is
 * through, or when the bank did not take it; an order whose whole payment was refunded in the dashboard is cancelled, if it has not been
 * shipped. Safe to repeat.
 */
export async function recordRefund(
  { db, readSender, log, cancelOrder }: PaymentDeps,
  orderId: number,
  told: ProviderRefund,
  now: Date,
): Promise<void> {
  const [known] = await db
    .select({ shopOrigin: customerOrder.shopOrigin })
    .from(customerOrder)
    .where(eq(customerOrder.id, orderId));
  if (!known) throw new Error(`there is no order ${orderId}`);
  const sender = await readSender(known.shopOrigin);
  await db.transaction(async (trx) => {
    const order = await lockOrder(trx, eq(customerOrder.id, orderId));
    if (!order) return;
    const before = await findRefund(trx, told);
    if (before === "earlier try") return;
    if (before && !isChange(before, told)) return;
    const row = await saveRefund(trx, orderId, before, told, now);
    if (told.status === "failed") {
      log.error({ order: order.number, refund: row.id }, "a refund has failed at the bank; npm run refunds lists it");
      await mailRefundFailed(trx, sender, order, row.amountPaise, now);
      return;
    }
    if (!before) {
      log.warn(
        { order: order.number, refund: told.id },
        "the provider has refunded a payment without the shop asking for it",
      );
      if (await isUnpaidNow(trx, order)) await cancelOrder(trx, order, { cause: "staff", sender, now });
    }
    if (told.status === "processed" && !ALREADY_EMAILED.includes(row.reason))
      await mailRefunded(trx, sender, order, row, now);
  });
}

/** What is told late or twice brings nothing back; only a refund that was through can still fail at the bank. */
function isChange({ state, providerRefundId }: RefundRow, told: ProviderRefund): boolean {
  if (state === told.status) return false;
  // Failed without the provider's id: the shop gave up asking, and the provider has done it all the same.
  if (state === "failed") return providerRefundId === null;
  return state !== "processed" || told.status === "failed";
}

async function findRefund(
  trx: DatabaseOrTransaction,
  { id, payment_id, receipt }: ProviderRefund,
): Promise<RefundRow | "earlier try" | null> {
  const rows = await trx.select().from(refund).where(eq(refund.paymentId, payment_id));
  const same = rows.find((row) => row.providerRefundId === id);
  if (same) return same;
  if (!receipt || !isOwnReceipt(receipt)) return null;
  // One of ours whose answer was lost.
  return rows.find((row) => row.providerRefundId === null && receiptOf(row) === receipt) ?? "earlier try";
}

async function saveRefund(
  trx: DatabaseOrTransaction,
  orderId: number,
  before: RefundRow | null,
  told: ProviderRefund,
  now: Date,
): Promise<RefundRow> {
  const news = {
    state: told.status,
    providerRefundId: told.id,
    lastError: told.status === "failed" ? "The customer’s bank did not accept it." : null,
    processedAt: told.status === "processed" ? now : null,
    dueAt: told.status === "pending" ? nextRefundPoll(now) : null,
  };
  const [row] = before
    ? await trx.update(refund).set(news).where(eq(refund.id, before.id)).returning()
    : await trx
        .insert(refund)
        .values({
          ...news,
          orderId,
          paymentId: told.payment_id,
          amountPaise: told.amount,
          reason: "provider",
          createdAt: told.created_at ? new Date(told.created_at * 1000) : now,
        })
        .returning();
  if (!row) throw new Error(`refund ${told.id} was not stored`);
  return row;
}

/**
 * Whether all money of an order that has not been shipped was refunded, so that it is not to be sent. A partial refund, or an order on its
 * way, is left to staff.
 */
async function isUnpaidNow(trx: DatabaseOrTransaction, order: OrderRow): Promise<boolean> {
  if (!["paid", "processing", "packed"].includes(order.state)) return false;
  const [received] = await trx
    .select({ paise: sum(payment.amountPaise).mapWith(Number) })
    .from(payment)
    .where(and(eq(payment.orderId, order.id), inArray(payment.state, ["captured", "refunded"])));
  const [refunded] = await trx
    .select({ paise: sum(refund.amountPaise).mapWith(Number) })
    .from(refund)
    .where(and(eq(refund.orderId, order.id), ne(refund.state, "failed")));
  return (received?.paise ?? 0) <= (refunded?.paise ?? 0);
}
