/** Disputes: the buyer's bank contests a payment, and decides about it. */

import type { Database } from "../../server/platform/database/database.ts";
import { newId, unixSeconds } from "./entities.ts";
import { RazorpayError } from "./errors.ts";
import { type EventOptions, queueEvent } from "./events.ts";
import { add, type DisputeRecord, read, save, withPayment } from "./ledger.ts";

const RESPOND_WITHIN_S = 7 * 24 * 60 * 60;

/** Possible changes of an open dispute. */
export const DISPUTE_CHANGES = ["under_review", "action_required", "won", "lost", "closed"] as const;
export type DisputeChange = (typeof DISPUTE_CHANGES)[number];

/** @throws RazorpayError for a payment that is not captured */
export function openDispute(db: Database, paymentId: string, options: EventOptions): Promise<DisputeRecord> {
  return withPayment(db, paymentId, async (trx, payment, order) => {
    if (!payment.captured) throw RazorpayError.rejected(`The payment is ${payment.status}`);
    const at = unixSeconds(options.now);
    const dispute: DisputeRecord = {
      id: newId("disp"),
      entity: "dispute",
      payment_id: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      amount_deducted: 0,
      reason_code: "goods_or_services_not_received_or_partially_received",
      reason_description: "The buyer says that the goods have not arrived.",
      respond_by: at + RESPOND_WITHIN_S,
      status: "open",
      phase: "chargeback",
      created_at: at,
      sandbox: {},
    };
    await add(trx, "dispute", dispute, { orderId: order.id, reference: payment.id }, options.now);
    await queueEvent(trx, "payment.dispute.created", { payment, dispute }, options);
    return dispute;
  });
}

/** Changes a dispute: the bank reviews it, asks for more or decides. @throws RazorpayError for a dispute that is decided */
export async function changeDispute(
  db: Database,
  disputeId: string,
  change: DisputeChange,
  options: EventOptions,
): Promise<DisputeRecord> {
  const { payment_id: paymentId } = await read(db, "dispute", disputeId);
  return withPayment(db, paymentId, async (trx, payment) => {
    const before = await read(trx, "dispute", disputeId);
    if (["won", "lost", "closed"].includes(before.status))
      throw RazorpayError.rejected(`The dispute is ${before.status}`);
    const dispute: DisputeRecord = {
      ...before,
      ...(change === "action_required"
        ? { status: "open", respond_by: unixSeconds(options.now) + RESPOND_WITHIN_S }
        : { status: change }),
      amount_deducted: change === "lost" ? before.amount : 0,
    };
    await save(trx, dispute);
    await queueEvent(trx, `payment.dispute.${change}`, { payment, dispute }, options);
    return dispute;
  });
}
