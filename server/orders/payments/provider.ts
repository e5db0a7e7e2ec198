import type { DISPUTE_PHASES, DisputeState } from "../../../contract/admin/disputes.ts";
import type { SettledKind } from "../../../contract/admin/settlements.ts";
import type { PaymentState } from "../../../contract/orders/schemas.ts";
import type { Paise } from "../../base/money.ts";
import type { PaymentProviderName, RefundState } from "../../platform/database/schema.ts";

/**
 * A payment provider: one implementation each, in a folder named after it. The contract and the storefront's payment window also have its
 * field names; the settings, the checks before going live and the Content-Security-Policy its keys and hosts.
 */
export interface PaymentProvider {
  name: PaymentProviderName;
  /** Whether it moves no money, so that only test orders can be paid with it, and no others. */
  isTest: boolean;
  /** What the browser needs to open the payment window. */
  window: { key: string; script: string };
  /** Creates an order to be paid; `receipt` is the shop's order number. */
  createOrder(order: { amountPaise: Paise; receipt: string }): Promise<ProviderOrder>;
  /** Finds orders by receipt, for example one whose creation got no response. */
  findOrders(receipt: string): Promise<ProviderOrder[]>;
  /** Lists every attempt to pay an order. */
  listPayments(providerOrderId: string): Promise<ProviderPayment[]>;
  fetchPayment(id: string): Promise<ProviderPayment>;
  /** Captures an authorized payment. */
  capturePayment(id: string, amountPaise: Paise): Promise<ProviderPayment>;
  /** Refunds a payment. Idempotent by key and amount. */
  createRefund(
    providerPaymentId: string,
    refund: { amountPaise: Paise; key: string; receipt: string },
  ): Promise<ProviderRefund>;
  fetchRefund(id: string): Promise<ProviderRefund>;
  /** Lists every refund of a payment, including those made in the provider's dashboard. */
  listRefunds(providerPaymentId: string): Promise<ProviderRefund[]>;
  fetchDispute(id: string): Promise<ProviderDispute>;
  /** Lists what the provider paid out on a day in India, such as "2026-11-25". */
  listSettled(day: string): Promise<SettledItem[]>;
  /** Whether the provider has signed what its window passed to the browser. */
  hasValidSignature(proof: PaymentProof): boolean;
  /** The names of a proof's fields in the contract. */
  proofFields: Readonly<Record<keyof PaymentProof, string>>;
  /** Reads a webhook. @param raw its body, byte for byte */
  readEvent(raw: Buffer, headers: Readonly<Record<string, unknown>>): ProviderEvent | InvalidEvent;
}

export interface ProviderOrder {
  id: string;
  amountPaise: Paise;
  currency: string;
}

/** A payment as the provider's API reports it. */
export interface ProviderPayment {
  provider: PaymentProviderName;
  id: string;
  providerOrderId: string | null;
  amountPaise: Paise;
  currency: string;
  /** Includes pending refunds. */
  refundedPaise: Paise;
  state: PaymentState;
  method: string;
  /** Identifies the card or account: "Visa ending 1007". */
  detail: string;
  /** The phone number that the buyer gave the provider, in the provider's format; may be empty. */
  contact: string;
  /** Why it failed. */
  failure: string;
  createdAt: Date;
}

export interface ProviderRefund {
  id: string;
  providerPaymentId: string;
  amountPaise: Paise;
  state: Extract<RefundState, "pending" | "processed" | "failed">;
  /** The shop's own reference; null if the refund was made in the dashboard. */
  receipt: string | null;
  /** The ARN, RRN or UTR; the bank may report it later than the state. */
  bankReference: string | null;
  createdAt: Date | null;
}

/** A payment that the customer or their bank contests. */
export interface ProviderDispute {
  id: string;
  providerPaymentId: string;
  amountPaise: Paise;
  /** Deducted from the balance, once the dispute is lost. */
  deductedPaise: Paise;
  phase: (typeof DISPUTE_PHASES)[number];
  state: DisputeState;
  reasonCode: string;
  reason: string;
  respondBy: Date | null;
  createdAt: Date;
}

/** A payment or refund that is part of a transfer to the shop's bank account. */
export interface SettledItem {
  settlementId: string;
  /** The provider's id of the payment, refund or adjustment. */
  id: string;
  kind: SettledKind;
  /** The payment to which a refund belongs. */
  providerPaymentId: string | null;
  /** The amount before fees. */
  amountPaise: Paise;
  creditPaise: Paise;
  debitPaise: Paise;
  /** The fee including tax. */
  feePaise: Paise;
  taxPaise: Paise;
  /** The reference of the transfer on the bank statement. */
  utr: string | null;
  settledAt: Date;
  /** The shop's order number. */
  receipt: string | null;
  /** The dispute to which a deduction belongs. */
  providerDisputeId: string | null;
}

/** What the payment window passes to the browser after a payment. */
export interface PaymentProof {
  providerOrderId: string;
  providerPaymentId: string;
  signature: string;
}

/** A webhook, which only says which order, payment or refund to look at: the actual state is fetched from the provider. */
export interface ProviderEvent {
  /** The event's id, the same on every redelivery. */
  id: string;
  name: string;
  providerOrderId: string | null;
  providerPaymentId: string | null;
  refund: { id: string; providerPaymentId: string; hasFailed: boolean } | null;
  providerDisputeId: string | null;
}

export interface InvalidEvent {
  id: string;
  invalid: "bad_signature" | "unreadable";
}

/**
 * `no_usable_response`: the request may have been carried out and can be repeated. `rejected`: repeating it unchanged is useless.
 * `insufficient_balance`: the provider has too little of the shop's money, and accepts the request once it has more.
 */
type ProviderErrorKind = "no_usable_response" | "rejected" | "insufficient_balance";

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;

  constructor(kind: ProviderErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
