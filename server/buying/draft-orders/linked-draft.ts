/** What a payment link leads to before there is an order: a draft order of staff, or what an agent has put together for its buyer. */

import type { DraftOrder, DraftOrderState } from "../../../contract/draft-orders/schemas.ts";
import type { PaymentMethod } from "../../../contract/orders/schemas.ts";
import { ApiError, unreachable } from "../../base/errors.ts";
import type { orderTerms } from "../checkout/order-terms.ts";
import type { OrderRules, RequestedOrder } from "../checkout/requested-order.ts";

export type Terms = ReturnType<typeof orderTerms>;

/** Where a request comes from: the shop's origin in it, and its client's IP address. */
export interface RequestOrigin {
  origin: string;
  ip: string;
}

export interface LinkedDraft {
  /** Null while nobody has tried to pay it, if it is not for an account. */
  customer: { id: number; email: string } | null;
  /** The number of the order of the latest attempt to pay; null without one. */
  orderNumber: string | null;
  /** Whether it can be ordered for cash on delivery, where the shop offers it. */
  offersCash: boolean;
  read(from: RequestOrigin): Promise<DraftOrder>;
  /** Makes the request that orders it. @throws ApiError (409) unless it is open */
  toRequest(shown: ShownDraft, from: RequestOrigin): Promise<DraftRequest>;
}

export interface ShownDraft {
  /** The total that the customer was shown, in rupees. */
  totalPrice: number | undefined;
  paymentMethod: PaymentMethod;
}

export interface DraftRequest {
  customer: { id: number; email: string };
  requested: RequestedOrder;
  rules: OrderRules;
}

/** Finds what a link leads to by its token; null if it is none of this source's. */
export type DraftSource = (token: string) => Promise<LinkedDraft | null>;

/** The customer fields of a link that is no longer valid: it reveals nothing. */
export const NO_CUSTOMER: Pick<DraftOrder, "customer" | "shippingAddress" | "message"> = {
  customer: { name: "", email: "", mobile_no: "" },
  shippingAddress: { street: "", city: "", state: "", pincode: "" },
  message: "",
};

/** The fields of a link that does not lead to a draft. */
export const NO_DRAFT = {
  byAssistant: false,
  receiver: null,
  cashOnDelivery: null,
  dueOnDelivery: null,
  shippingMethod: null,
  offers: [],
  code: null,
} as const satisfies Partial<DraftOrder>;

/** @throws ApiError (409) */
export function requireOpen(state: DraftOrderState): void {
  switch (state) {
    case "open":
      return;
    case "paid":
      throw new ApiError("already_paid", "This order is paid already. Thank you!");
    case "expired":
      throw new ApiError("conflict", "This link has expired. Please write to us for a new one.");
    case "cancelled":
      throw new ApiError("conflict", "We have cancelled this order. Please write to us.");
    default:
      unreachable(state);
  }
}
