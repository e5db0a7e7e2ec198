import { and, eq, inArray, ne, sum } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { payment, refund } from "../../platform/database/schema.ts";
import { NOT_SENT } from "../orders/lifecycle.ts";
import { queueRefundedEmail, queueRefundFailedEmail } from "../orders/mails/queue-payment-emails.ts";
import { lockOrderById, type OrderRow, readOrderRow } from "../orders/order-row.ts";
import { issueRefundVouchers } from "../orders/vouchers/issue-vouchers.ts";
import type { PaymentDeps } from "./payment-deps.ts";
import { scheduleRefundPoll } from "./payment-jobs.ts";
import type { ProviderPayment, ProviderRefund } from "./provider.ts";
import { byProviderPayment } from "./record-payment.ts";
import { isOwnReceipt, receiptOf } from "./refunds.ts";
import { nextRefundPoll } from "./schedule.ts";

type RefundRow = typeof refund.$inferSelect;
/** A payment whose refunds are recorded. */
type RefundedPayment = Pick<typeof payment.$inferSelect, "id" | "orderId">;

/**
 * Refund reasons without a second email once the refund is processed: the email about the unapplied payment was enough. `too_late` and
 * `cancelled` are not among them, because there the order itself is refunded, and its customer waits for the confirmation.
 */
const ALREADY_EMAILED: readonly RefundRow["reason"][] = ["paid_twice", "wrong_amount", "dispatched", "replaced"];

/**
 * Updates the refunds of a payment from the provider, including those made in its dashboard. Asks the provider only if there is or should
 * be one.
 * @throws ProviderError if the provider does not respond
 */
export async function syncRefundsIfAny(deps: PaymentDeps, reported: ProviderPayment): Promise<void> {
  const [known] = await deps.db
    .select({ id: payment.id, orderId: payment.orderId, refundId: refund.id })
    .from(payment)
    .leftJoin(refund, eq(refund.paymentId, payment.id))
    .where(byProviderPayment(reported))
    .limit(1);
  if (known && (known.refundId !== null || reported.refundedPaise > 0)) await syncRefunds(deps, known, reported.id);
}

/** As `syncRefundsIfAny`, for a payment that is known to have refunds. */
export async function syncRefunds(
  deps: PaymentDeps,
  refunded: RefundedPayment,
  providerPaymentId: string,
): Promise<void> {
  for (const reported of await deps.provider.listRefunds(providerPaymentId))
    if (reported.providerPaymentId === providerPaymentId) await applyRefund(deps, refunded, reported, new Date());
}

/**
 * Stores what the provider reports about a refund. In the same transaction the customer is emailed when it is processed or fails at the bank,
 * and an order whose whole payment was refunded in the dashboard is cancelled unless it has been shipped. Safe to repeat.
 */
export async function applyRefund(
  { db, readSender, log, cancelOrder }: PaymentDeps,
  refunded: RefundedPayment,
  reported: ProviderRefund,
  now: Date,
): Promise<void> {
  const known = await readOrderRow(db, refunded.orderId);
  if (!known) throw new Error(`there is no order ${refunded.orderId}`);
  const sender = await readSender(known.shopOrigin);
  await db.transaction(async (trx) => {
    const order = await lockOrderById(trx, refunded.orderId);
    if (!order) return;
    const before = await findRefund(trx, refunded, reported);
    if (before === "superseded") return;
    if (before && !isChange(before, reported)) {
      await storeBankReference(trx, before, reported);
      return;
    }
    const row = await saveRefund(trx, refunded, before, reported, now);
    if (reported.state === "failed") {
      log.error(
        { order: order.number, refund: row.id },
        "a refund has failed at the bank; npm run admin -- listDueRefunds shows it",
      );
      await queueRefundFailedEmail(trx, sender, order, row.amountPaise, now);
      return;
    }
    if (!before) {
      log.warn(
        { order: order.number, refund: reported.id },
        "the provider has refunded a payment without a request by the shop",
      );
      if (await isFullyRefunded(trx, order)) await cancelOrder(trx, order, { cause: "staff", sender, now });
    }
    if (reported.state === "processed" && !ALREADY_EMAILED.includes(row.reason))
      await queueRefundedEmail(trx, sender, order, row, now);
    await issueRefundVouchers(trx, order, now);
  });
}

/** Late and repeated reports never undo progress; only a processed refund can still fail at the bank. */
function isChange({ state, providerRefundId }: RefundRow, reported: ProviderRefund): boolean {
  if (state === reported.state) return false;
  // Failed without the provider's id: the shop gave up, and the provider has refunded it nevertheless.
  if (state === "failed") return providerRefundId === null;
  return state !== "processed" || reported.state === "failed";
}

/** Stores the bank's reference, which may arrive after the refund was processed. */
async function storeBankReference(
  trx: DatabaseOrTransaction,
  { id, state, bankReference: before }: RefundRow,
  { state: reportedState, bankReference }: ProviderRefund,
): Promise<void> {
  if (bankReference === null || bankReference === before || state !== reportedState) return;
  await trx.update(refund).set({ bankReference }).where(eq(refund.id, id));
}

async function findRefund(
  trx: DatabaseOrTransaction,
  refunded: RefundedPayment,
  { id, receipt }: ProviderRefund,
): Promise<RefundRow | "superseded" | null> {
  const rows = await trx.select().from(refund).where(eq(refund.paymentId, refunded.id));
  const same = rows.find((row) => row.providerRefundId === id);
  if (same) return same;
  if (!receipt || !isOwnReceipt(receipt)) return null;
  // The shop's own refund if the response to its request was lost; otherwise one sent under an earlier key.
  return rows.find((row) => row.providerRefundId === null && receiptOf(row) === receipt) ?? "superseded";
}

async function saveRefund(
  trx: DatabaseOrTransaction,
  { id: paymentId, orderId }: RefundedPayment,
  before: RefundRow | null,
  { id, state, amountPaise, bankReference, createdAt }: ProviderRefund,
  now: Date,
): Promise<RefundRow> {
  const values = {
    state,
    providerRefundId: id,
    bankReference,
    lastError: state === "failed" ? "The customer’s bank did not accept it." : null,
    processedAt: state === "processed" ? now : null,
    ...(state === "processed" && { upiId: null }),
  };
  const [row] = before
    ? await trx.update(refund).set(values).where(eq(refund.id, before.id)).returning()
    : await trx
        .insert(refund)
        .values({ ...values, orderId, paymentId, amountPaise, reason: "provider", createdAt: createdAt ?? now })
        .returning();
  if (!row) throw new Error(`refund ${id} was not stored`);
  if (state === "pending") await scheduleRefundPoll(trx, row.id, nextRefundPoll(now));
  return row;
}

/**
 * Whether all money of an unshipped order was refunded, so that it must not be sent. Staff decides about a partial refund, and about an
 * order in transit.
 */
async function isFullyRefunded(trx: DatabaseOrTransaction, order: OrderRow): Promise<boolean> {
  if (!NOT_SENT.includes(order.state)) return false;
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
