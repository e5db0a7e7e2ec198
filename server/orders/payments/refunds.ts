import { type Paise, paise, sumPaise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type RefundReason, type RefundState, refund } from "../../platform/database/schema.ts";
import { barsRefund, readDisputesOf, readReturnedByBank, refundBarred } from "../payment-records/disputes.ts";
import { readApplied, refundedOf } from "../payment-records/refundable.ts";
import { enqueueRefund } from "./payment-jobs.ts";

/** States in which the provider is asked about a refund. */
export const AWAITED: RefundState[] = ["requested", "awaiting_balance", "pending"];

/** Reasons for which the shop itself refunds a payment. */
type ShopRefundReason = Exclude<RefundReason, "provider">;

/** A requested refund. */
export interface RequestedRefund {
  id: number;
  amountPaise: Paise;
}

interface RefundRequest {
  reason: ShopRefundReason;
  /** Maximum amount; by default all that remains. */
  upToPaise?: Paise;
  /** A sentence for the customer. */
  note?: string;
}

interface OrderRefundRequest extends RefundRequest {
  /** Whether nothing of the order stays sold. What the bank has returned of a lost dispute then counts as refunded. */
  endsOrder?: boolean;
}

/**
 * Requests a refund of what remains of the payments that paid a locked order, or of a part of it; see `requestRefund`. A disputed payment is
 * refunded last: of an order with an advance, the other payment may cover it.
 * @returns the refunds, usually one; none if nothing remains
 * @throws ApiError (409) if a disputed payment would have to be refunded. The refund that ends an order takes no notice of a lost dispute, except that
 * it is less by what the bank has returned.
 */
export async function refundOrder(
  trx: DatabaseOrTransaction,
  orderId: number,
  { upToPaise, endsOrder = false, ...request }: OrderRefundRequest,
  now: Date,
): Promise<RequestedRefund[]> {
  const captured = await readApplied(trx, orderId);
  const disputes = (await readDisputesOf(trx, orderId)).filter(barsRefund);
  const isDisputed = ({ paymentId }: { paymentId: number }) => disputes.some((one) => one.paymentId === paymentId);
  const undisputedFirst = captured.toSorted((a, b) => Number(isDisputed(a)) - Number(isDisputed(b)));
  const returned = endsOrder ? await readReturnedByBank(trx, orderId) : [];
  const refunds: RequestedRefund[] = [];
  for (const one of undisputedFirst) {
    const byBank = returned.find(({ paymentId }) => paymentId === one.paymentId);
    const amountPaise = paise(one.amountPaise - (byBank?.amountPaise ?? 0));
    const left =
      upToPaise === undefined ? undefined : paise(upToPaise - sumPaise(refunds.map(({ amountPaise }) => amountPaise)));
    if (left === 0) break;
    const requested = await requestRefund(
      trx,
      { orderId, ...one, amountPaise },
      { ...request, ...(left !== undefined && { upToPaise: left }) },
      now,
    );
    if (!requested) continue;
    await requireUndisputed(trx, orderId, [one.paymentId], { deductsReturned: endsOrder });
    refunds.push(requested);
  }
  return refunds;
}

/**
 * Rejects a refund of a payment that the bank takes back, or has: the customer would get it twice. The order is locked, as it is when a
 * dispute is stored.
 * @param options.deductsReturned whether the refund leaves out what the bank has returned, so that a lost dispute does not bar it
 * @throws ApiError (409)
 */
export async function requireUndisputed(
  trx: DatabaseOrTransaction,
  orderId: number,
  paymentIds: readonly number[],
  { deductsReturned = false } = {},
): Promise<void> {
  const disputes = await readDisputesOf(trx, orderId);
  const barring = disputes.find(
    (one) => barsRefund(one) && !(deductsReturned && one.state === "lost") && paymentIds.includes(one.paymentId),
  );
  if (barring) throw refundBarred(barring);
}

/**
 * Requests a refund of a payment of a locked order, at most what remains of it. It is stored in the caller's transaction, and a job sends it
 * to the provider; staff pays a refund of cash.
 * @returns null if nothing remains
 */
export async function requestRefund(
  trx: DatabaseOrTransaction,
  {
    orderId,
    paymentId,
    amountPaise,
    isCash = false,
  }: { orderId: number; paymentId: number; amountPaise: Paise; isCash?: boolean },
  { reason, upToPaise, note = "" }: RefundRequest,
  now: Date,
): Promise<RequestedRefund | null> {
  const remaining = paise(amountPaise - (await refundedOf(trx, paymentId)));
  const requestedPaise = paise(Math.min(remaining, upToPaise ?? remaining));
  if (requestedPaise <= 0) return null;
  const state = isCash ? "awaiting_payout" : "requested";
  const [requested] = await trx
    .insert(refund)
    .values({ orderId, paymentId, amountPaise: requestedPaise, reason, state, note, createdAt: now })
    .returning({ id: refund.id, amountPaise: refund.amountPaise });
  if (!requested) throw new Error(`a refund of payment ${paymentId} was not stored`);
  if (!isCash) await enqueueRefund(trx, requested.id);
  return requested;
}

type Refund = typeof refund.$inferSelect;

/** Returns the receipt of a refund at the provider, where each version of the key is a new refund. */
export const receiptOf = ({ id, keyVersion }: Pick<Refund, "id" | "keyVersion">) =>
  keyVersion === 0 ? `refund-${id}` : `refund-${id}-${keyVersion}`;

/** Whether a receipt belongs to a refund of the shop, sent with any version of its key. */
export const isOwnReceipt = (receipt: string) => /^refund-\d+(-\d+)?$/.test(receipt);

/** Returns the idempotency key of a refund: the same at each attempt, so that the money is refunded once. */
export const idempotencyKeyOf = (row: Pick<Refund, "id" | "keyVersion">) => `kewra-${receiptOf(row)}`;
