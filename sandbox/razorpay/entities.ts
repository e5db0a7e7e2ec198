/** Orders, payments and refunds in the shapes of Razorpay's API. Amounts are paise, times Unix seconds. */

import { randomInt } from "node:crypto";

/** Razorpay sends an empty list for no notes. */
export type Notes = Record<string, string> | [];

export interface RazorpayOrder {
  id: string;
  entity: "order";
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: null;
  status: "created" | "attempted" | "paid";
  attempts: number;
  notes: Notes;
  created_at: number;
}

export type PaymentMethod = "card" | "upi" | "netbanking";

export interface RazorpayPayment {
  id: string;
  entity: "payment";
  amount: number;
  currency: string;
  status: "created" | "authorized" | "captured" | "refunded" | "failed";
  order_id: string;
  invoice_id: null;
  international: boolean;
  method: PaymentMethod;
  amount_refunded: number;
  refund_status: null | "partial" | "full";
  captured: boolean;
  description: string | null;
  card_id: string | null;
  bank: string | null;
  wallet: null;
  vpa: string | null;
  email: string;
  contact: string;
  notes: Notes;
  /** Razorpay's fee including tax; null until the payment is captured. */
  fee: number | null;
  tax: number | null;
  error_code: string | null;
  error_description: string | null;
  error_source: string | null;
  error_step: string | null;
  error_reason: string | null;
  acquirer_data: Record<string, string | null>;
  created_at: number;
  upi?: { vpa: string };
}

export interface RazorpayCard {
  id: string;
  entity: "card";
  name: string;
  last4: string;
  network: string;
  type: "credit" | "debit";
  issuer: null;
  international: boolean;
  emi: boolean;
  sub_type: "consumer";
}

export interface RazorpayRefund {
  id: string;
  entity: "refund";
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: null;
  status: "pending" | "processed" | "failed";
  speed_processed: "normal";
  speed_requested: "normal" | "optimum";
}

/** Money paid out to the shop's bank account. */
export interface RazorpaySettlement {
  id: string;
  entity: "settlement";
  amount: number;
  status: "processed";
  utr: string;
  created_at: number;
}

/** A payment that the customer's bank contests. */
export interface RazorpayDispute {
  id: string;
  entity: "dispute";
  payment_id: string;
  amount: number;
  currency: string;
  amount_deducted: number;
  reason_code: string;
  reason_description: string;
  respond_by: number;
  status: "open" | "under_review" | "won" | "lost" | "closed";
  phase: "chargeback";
  created_at: number;
}

export interface Collection<Item> {
  entity: "collection";
  count: number;
  items: Item[];
}

export const collection = <Item>(items: Item[]): Collection<Item> => ({
  entity: "collection",
  count: items.length,
  items,
});

/** Why a payment failed, as in the webhook `payment.failed` and in the payment's `error_…` fields. */
export interface PaymentFailure {
  code: "BAD_REQUEST_ERROR" | "GATEWAY_ERROR";
  description: string;
  source: string;
  step: string;
  reason: string;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Generates an id such as `order_9A33XWu170gUtm`: the kind and fourteen letters or digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomLettersAndDigits(14)}`;
}

export function randomLettersAndDigits(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

/** Generates digits, for example for a bank's reference number. */
export function randomDigits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}

export const unixSeconds = (timestamp: Date) => Math.floor(timestamp.getTime() / 1000);

export const notesOf = (notes: Record<string, string> | undefined): Notes =>
  notes && Object.keys(notes).length > 0 ? notes : [];
