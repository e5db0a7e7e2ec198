import { z } from "zod";
import { type Paise, paise } from "../money.ts";

/** The payment provider as the shop knows it: Razorpay's entities, as far as they matter here, and what can be asked of it. */

const amount = z.int().transform(paise);
const entityId = z.string().regex(/^[a-z]+_[A-Za-z0-9]+$/);

export const providerOrder = z.object({
  id: entityId,
  amount,
  currency: z.string(),
  receipt: z.string().nullish(),
});
export type ProviderOrder = z.infer<typeof providerOrder>;

export const providerPayment = z.object({
  id: entityId,
  order_id: entityId.nullish(),
  amount,
  currency: z.string(),
  /** Of the amount; what is pending counts. */
  amount_refunded: z.int().nullish(),
  status: z.enum(["created", "authorized", "captured", "refunded", "failed"]),
  method: z.string().nullish(),
  card: z.object({ last4: z.string().nullish(), network: z.string().nullish() }).nullish(),
  vpa: z.string().nullish(),
  bank: z.string().nullish(),
  wallet: z.string().nullish(),
  error_description: z.string().nullish(),
  /** Seconds since 1970. */
  created_at: z.int(),
});
export type ProviderPayment = z.infer<typeof providerPayment>;

export const providerRefund = z.object({
  id: entityId,
  payment_id: entityId,
  amount,
  status: z.enum(["pending", "processed", "failed"]),
  /** The shop's own reference; none where it was made in the dashboard. */
  receipt: z.string().nullish(),
  /** Seconds since 1970. */
  created_at: z.int().nullish(),
});
export type ProviderRefund = z.infer<typeof providerRefund>;

export interface PaymentProvider {
  /** Makes an order to be paid. */
  createOrder(order: { amount: Paise; receipt: string; notes: Record<string, string> }): Promise<ProviderOrder>;
  /** The orders with this receipt, such as one whose creation was never heard to succeed. */
  findOrders(receipt: string): Promise<ProviderOrder[]>;
  /** Every attempt to pay an order. */
  listPayments(orderId: string): Promise<ProviderPayment[]>;
  fetchPayment(id: string): Promise<ProviderPayment>;
  /** Takes money that so far is only promised. */
  capturePayment(id: string, amount: Paise): Promise<ProviderPayment>;
  /** Sends money back; with the same key and amount it is the same refund however often it is asked for. */
  createRefund(paymentId: string, refund: { amount: Paise; key: string; receipt: string }): Promise<ProviderRefund>;
  fetchRefund(id: string): Promise<ProviderRefund>;
  /** Every refund of a payment, those made in the provider's dashboard too. */
  listRefunds(paymentId: string): Promise<ProviderRefund[]>;
}

/**
 * The provider could not be asked, or refused. `unreachable`: nobody knows whether it was done, so it is asked for again. `refused`: it
 * was not done, and asking again as it is will not help.
 */
export class ProviderProblem extends Error {
  readonly kind: "unreachable" | "refused";

  constructor(kind: "unreachable" | "refused", message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Which card or account it was, so that the buyer knows it again. */
export function detailOf({ method, card, vpa, bank, wallet }: ProviderPayment): string {
  if (method === "card" && card?.last4) return `${card.network ?? "Card"} ending ${card.last4}`;
  return vpa ?? bank ?? wallet ?? "";
}
