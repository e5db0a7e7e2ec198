import type { DatabaseOrTransaction } from "../database/database.ts";
import { addJob } from "../jobs/add-job.ts";
import { expiryWithoutResponse } from "./schedule.ts";

/** Jobs about payments. An order has one check and a refund one job, so adding it again moves it. */

/** Has an order checked with the provider now. */
export const enqueueCheck = (trx: DatabaseOrTransaction, orderId: number): Promise<void> =>
  addJob(trx, "check_order", { orderId }, { key: checkKey(orderId) });

/** @param at null if the order is not checked any more */
export async function scheduleCheck(trx: DatabaseOrTransaction, orderId: number, at: Date | null): Promise<void> {
  if (at) await addJob(trx, "check_order", { orderId }, { key: checkKey(orderId), runAt: at });
}

/** Has an order expire, unless it is paid or extended. */
export const scheduleExpiry = (
  trx: DatabaseOrTransaction,
  { id: orderId, payUntil }: { id: number; payUntil: Date },
): Promise<void> => addJob(trx, "expire_order", { orderId }, { runAt: expiryWithoutResponse(payUntil) });

/** Has a refund sent to the provider, or polled, now. */
export const enqueueRefund = (trx: DatabaseOrTransaction, refundId: number): Promise<void> =>
  addJob(trx, "send_refund", { refundId }, { key: refundKey(refundId) });

export const scheduleRefundPoll = (trx: DatabaseOrTransaction, refundId: number, at: Date): Promise<void> =>
  addJob(trx, "send_refund", { refundId }, { key: refundKey(refundId), runAt: at });

const checkKey = (orderId: number) => `check_order:${orderId}`;
const refundKey = (refundId: number) => `send_refund:${refundId}`;
