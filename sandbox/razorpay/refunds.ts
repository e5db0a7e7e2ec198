/** Refunds: pending → processed, or failed. */

import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "../../server/platform/database/database.ts";
import { lockBalance } from "./balance.ts";
import { newId, notesOf, randomDigits, unixSeconds } from "./entities.ts";
import { NOT_ENOUGH_BALANCE, RazorpayError } from "./errors.ts";
import { type EventOptions, queueEvent } from "./events.ts";
import {
  add,
  lockPayment,
  type PaymentRecord,
  type RefundRecord,
  read,
  readByReference,
  save,
  withPayment,
} from "./ledger.ts";
import { notes, readBody } from "./request-body.ts";
import { deleteTask, schedule } from "./tasks.ts";

const refundBody = z.strictObject({
  amount: z
    .int({ error: ({ input }) => (input === undefined ? undefined : "The amount must be an integer.") })
    .min(100, "The amount must be at least INR 1.00")
    .optional(),
  speed: z.enum(["normal", "optimum"], "The speed must be normal or optimum.").default("normal"),
  notes: notes.optional(),
  receipt: z
    .string("The receipt must be a string.")
    .max(40, "The receipt may not be greater than 40 characters.")
    .nullish(),
});

interface RefundRequest {
  paymentId: string;
  body: unknown;
  /** The header X-Refund-Idempotency: a request with the same key and body returns the same refund. */
  idempotencyKey?: string;
}

/**
 * `POST /v1/payments/:id/refund`.
 * @param refundAfterMs after which it is processed
 * @throws RazorpayError
 */
export async function createRefund(
  db: Database,
  { paymentId, body, idempotencyKey }: RefundRequest,
  refundAfterMs: number,
  options: EventOptions,
): Promise<RefundRecord> {
  const { amount, speed, notes, receipt } = readBody(refundBody, body);
  const request = JSON.stringify([paymentId, amount, speed, notes, receipt]);
  const { now } = options;
  return db.transaction(async (trx) => {
    if (idempotencyKey !== undefined) {
      checkKey(idempotencyKey);
      // A request with the same key waits here, and then finds the refund.
      await trx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox refund ${idempotencyKey}`}, 0))`);
      const made = await readByReference(trx, "refund", idempotencyKey);
      if (made && made.sandbox.request !== request)
        throw RazorpayError.rejected("Different request with the same idempotency key has already been processed.");
      if (made) return made;
    }
    const { payment } = await lockPayment(trx, paymentId);
    const refunded = refundable(payment, amount ?? payment.amount);
    const balance = await lockBalance(trx);
    if (balance !== null && refunded > balance) throw RazorpayError.rejected(NOT_ENOUGH_BALANCE);
    const refund: RefundRecord = {
      id: newId("rfnd"),
      entity: "refund",
      amount: refunded,
      currency: payment.currency,
      payment_id: payment.id,
      notes: notesOf(notes),
      receipt: receipt ?? null,
      acquirer_data: { arn: null },
      created_at: unixSeconds(now),
      batch_id: null,
      status: "pending",
      speed_processed: "normal",
      speed_requested: speed,
      sandbox: { request },
    };
    setRefunded(payment, payment.amount_refunded + refunded);
    await add(trx, "refund", refund, { orderId: payment.order_id, reference: idempotencyKey }, now);
    await save(trx, payment);
    await queueEvent(trx, "refund.created", { payment, refund }, options);
    await schedule(trx, { task: "refund", id: refund.id }, new Date(now.getTime() + refundAfterMs), now);
    return refund;
  });
}

function checkKey(key: string): void {
  if (key.length < 10) throw RazorpayError.rejected("The idempotency key must be at least 10 characters long.");
  if (!/^[\w-]+$/.test(key))
    throw RazorpayError.rejected(
      "The idempotency key must only contain alphanumeric characters, underscores, and hyphens",
    );
}

/** @throws RazorpayError if less is left to refund */
function refundable(payment: PaymentRecord, amount: number): number {
  if (!payment.captured) throw RazorpayError.rejected("The payment status should be captured for action to be taken");
  if (payment.amount_refunded === payment.amount)
    throw RazorpayError.rejected("The payment has been fully refunded already");
  if (amount > payment.amount - payment.amount_refunded)
    throw RazorpayError.invalid("The refund amount provided is greater than amount captured", "amount");
  return amount;
}

function setRefunded(payment: PaymentRecord, amount: number): void {
  payment.amount_refunded = amount;
  payment.refund_status = amount === 0 ? null : amount === payment.amount ? "full" : "partial";
  payment.status = payment.refund_status === "full" ? "refunded" : "captured";
}

/** Marks a pending refund as processed; any other stays as it is. */
export async function processRefund(db: Database, refundId: string, options: EventOptions): Promise<void> {
  const { payment_id: paymentId } = await read(db, "refund", refundId);
  await withPayment(db, paymentId, async (trx, payment) => {
    const refund = await read(trx, "refund", refundId);
    await deleteTask(trx, { task: "refund", id: refundId });
    if (refund.status !== "pending") return;
    refund.status = "processed";
    refund.acquirer_data = { arn: randomDigits(23) };
    await save(trx, refund);
    await queueEvent(trx, "refund.processed", { payment, refund }, options);
  });
}

/** Marks a refund as failed at the bank; its amount no longer counts as refunded. */
export async function failRefund(db: Database, refundId: string, options: EventOptions): Promise<RefundRecord> {
  const { payment_id: paymentId } = await read(db, "refund", refundId);
  return withPayment(db, paymentId, async (trx, payment) => {
    const refund = await read(trx, "refund", refundId);
    await deleteTask(trx, { task: "refund", id: refundId });
    if (refund.status === "failed") return refund;
    refund.status = "failed";
    setRefunded(payment, payment.amount_refunded - refund.amount);
    await save(trx, refund);
    await save(trx, payment);
    await queueEvent(trx, "refund.failed", { payment, refund }, options);
    return refund;
  });
}
