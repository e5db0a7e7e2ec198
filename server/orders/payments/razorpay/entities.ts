/** Razorpay's entities, reduced to the fields that the shop uses, as the shop's own types. */

import { z } from "zod";
import { paise } from "../../../base/money.ts";
import type { ProviderDispute, ProviderOrder, ProviderPayment, ProviderRefund, SettledItem } from "../provider.ts";

const amount = z.int().transform(paise);
const entityId = z.string().regex(/^[a-z]+_[A-Za-z0-9]+$/);
const timestamp = z.int().transform((seconds) => new Date(seconds * 1000));

export const razorpayOrder = z
  .object({ id: entityId, amount, currency: z.string() })
  .transform(({ id, amount, currency }): ProviderOrder => ({ id, amountPaise: amount, currency }));

export const razorpayPayment = z
  .object({
    id: entityId,
    order_id: entityId.nullish(),
    amount,
    currency: z.string(),
    amount_refunded: amount.nullish(),
    status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
    method: z.string().nullish(),
    card: z.object({ last4: z.string().nullish(), network: z.string().nullish() }).nullish(),
    vpa: z.string().nullish(),
    bank: z.string().nullish(),
    wallet: z.string().nullish(),
    contact: z.string().nullish(),
    error_description: z.string().nullish(),
    created_at: timestamp,
  })
  .transform(
    ({ method, card, vpa, bank, wallet, ...payment }): ProviderPayment => ({
      provider: "razorpay",
      id: payment.id,
      providerOrderId: payment.order_id ?? null,
      amountPaise: payment.amount,
      currency: payment.currency,
      refundedPaise: payment.amount_refunded ?? paise(0),
      state: payment.status,
      method: method ?? "",
      detail:
        method === "card" && card?.last4
          ? `${card.network ?? "Card"} ending ${card.last4}`
          : (vpa ?? bank ?? wallet ?? ""),
      contact: payment.contact ?? "",
      failure: payment.error_description ?? "",
      createdAt: payment.created_at,
    }),
  );

export const razorpayRefund = z
  .object({
    id: entityId,
    payment_id: entityId,
    amount,
    status: z.enum(["pending", "processed", "failed"]),
    receipt: z.string().nullish(),
    acquirer_data: z
      .object({ arn: z.string().nullish(), rrn: z.string().nullish(), utr: z.string().nullish() })
      .nullish()
      // Razorpay sends an empty list if there is no reference.
      .catch(null),
    created_at: timestamp.nullish(),
  })
  .transform(
    ({ id, payment_id, amount, status, receipt, acquirer_data, created_at }): ProviderRefund => ({
      id,
      providerPaymentId: payment_id,
      amountPaise: amount,
      state: status,
      receipt: receipt ?? null,
      bankReference: acquirer_data?.arn || acquirer_data?.rrn || acquirer_data?.utr || null,
      createdAt: created_at ?? null,
    }),
  );

export const razorpayDispute = z
  .object({
    id: entityId,
    payment_id: entityId,
    amount,
    amount_deducted: amount.nullish(),
    reason_code: z.string().max(200).nullish(),
    reason_description: z.string().max(2000).nullish(),
    respond_by: timestamp.nullish(),
    status: z.enum(["open", "under_review", "won", "lost", "closed"]),
    phase: z.enum(["fraud", "retrieval", "chargeback", "pre_arbitration", "arbitration"]),
    created_at: timestamp,
  })
  .transform(
    (dispute): ProviderDispute => ({
      id: dispute.id,
      providerPaymentId: dispute.payment_id,
      amountPaise: dispute.amount,
      deductedPaise: dispute.amount_deducted ?? paise(0),
      phase: dispute.phase,
      state: dispute.status,
      reasonCode: dispute.reason_code ?? "",
      reason: dispute.reason_description ?? "",
      respondBy: dispute.respond_by ?? null,
      createdAt: dispute.created_at,
    }),
  );

/** A row of the settlements report; null before it is settled. */
export const razorpaySettled = z
  .object({
    entity_id: z.string().max(100),
    type: z.string(),
    amount,
    credit: amount,
    debit: amount,
    fee: amount.nullish(),
    tax: amount.nullish(),
    settled: z.boolean().nullish(),
    settled_at: timestamp.nullish(),
    settlement_id: z.string().max(100).nullish(),
    settlement_utr: z.string().max(100).nullish(),
    payment_id: z.string().max(100).nullish(),
    order_receipt: z.string().max(100).nullish(),
    dispute_id: z.string().max(100).nullish(),
  })
  .transform((row): SettledItem | null =>
    row.settled === false || !row.settled_at || !row.settlement_id
      ? null
      : {
          settlementId: row.settlement_id,
          id: row.entity_id,
          kind: row.type === "payment" || row.type === "refund" ? row.type : "other",
          providerPaymentId: row.payment_id ?? null,
          amountPaise: row.amount,
          creditPaise: row.credit,
          debitPaise: row.debit,
          feePaise: row.fee ?? paise(0),
          taxPaise: row.tax ?? paise(0),
          utr: row.settlement_utr ?? null,
          settledAt: row.settled_at,
          receipt: row.order_receipt ?? null,
          providerDisputeId: row.dispute_id ?? null,
        },
  );
