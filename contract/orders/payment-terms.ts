/** What follows from how an order is paid. A further method is one more entry. */

import type { PaymentMethod } from "./schemas.ts";

interface PaymentTerms {
  /** Who confirms an order without an advance; an advance is a payment, whose arrival confirms the order. */
  confirmedBy: "payment" | "customer";
  /** The state of an order whose payment, or advance, has arrived. */
  confirmedAs: "paid" | "processing";
  /** When it is invoiced: once it is confirmed, or when its goods leave. */
  invoiced: "confirmed" | "dispatched";
  parcels: "many" | "one";
  /** Whether the courier collects what is not paid in advance, and remits it. */
  courierCollects: boolean;
}

export const PAYMENT_TERMS = {
  online: {
    confirmedBy: "payment",
    confirmedAs: "paid",
    invoiced: "confirmed",
    parcels: "many",
    courierCollects: false,
  },
  cash_on_delivery: {
    confirmedBy: "customer",
    confirmedAs: "processing",
    invoiced: "dispatched",
    parcels: "one",
    courierCollects: true,
  },
} as const satisfies Record<PaymentMethod, PaymentTerms>;

export const termsOf = ({ paymentMethod }: { paymentMethod: PaymentMethod }): PaymentTerms =>
  PAYMENT_TERMS[paymentMethod];

/** Whether its customer confirms an order, rather than a payment. */
export const isConfirmedByCustomer = (order: { paymentMethod: PaymentMethod; advancePaise: number }): boolean =>
  termsOf(order).confirmedBy === "customer" && order.advancePaise === 0;
