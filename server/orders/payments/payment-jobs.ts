/** Jobs about payments. An order has one check and a refund has one job; adding it again reschedules it. */

import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { addJob, jobInsertion } from "../../platform/jobs/add-job.ts";

/** Schedules a check of an order with the provider now. */
export const enqueueCheck = (trx: DatabaseOrTransaction, orderId: number): Promise<void> =>
  addJob(trx, "check_order", { orderId }, { key: checkKey(orderId) });

/** Schedules the next check of an order. @param at null if it is no longer checked */
export async function scheduleCheck(trx: DatabaseOrTransaction, orderId: number, at: Date | null): Promise<void> {
  if (at) await addJob(trx, "check_order", { orderId }, { key: checkKey(orderId), runAt: at });
}

/** As `scheduleCheck`, for a statement that also writes the reason. */
export const checkInsertion = (trx: Pick<DatabaseOrTransaction, "insert">, orderId: number, at: Date) =>
  jobInsertion(trx, "check_order", { orderId }, { key: checkKey(orderId), runAt: at });

/** Schedules sending a refund to the provider, or polling it, now. */
export const enqueueRefund = (trx: DatabaseOrTransaction, refundId: number): Promise<void> =>
  addJob(trx, "send_refund", { refundId }, { key: refundKey(refundId) });

export const scheduleRefundPoll = (trx: DatabaseOrTransaction, refundId: number, at: Date): Promise<void> =>
  addJob(trx, "send_refund", { refundId }, { key: refundKey(refundId), runAt: at });

/** Fetches the state of a dispute from the provider, now. */
export const enqueueDisputeCheck = (trx: DatabaseOrTransaction, providerDisputeId: string): Promise<void> =>
  addJob(trx, "check_dispute", { providerDisputeId }, { key: `check_dispute:${providerDisputeId}` });

const checkKey = (orderId: number) => `check_order:${orderId}`;
const refundKey = (refundId: number) => `send_refund:${refundId}`;
