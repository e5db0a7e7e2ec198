/** Orders that a customer pays by a link: created by staff, placed for cash on delivery, or paid and to be changed. Amounts are rupees. */

import * as z from "zod/mini";
import { appliedOffer, cartCode } from "../cart/schemas.ts";
import { measurementConsent } from "../checkout/schemas.ts";
import { picture } from "../pictures.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";

/** A draft is `open` until it is paid, cancelled or expired. */
export const DRAFT_ORDER_STATES = ["open", "paid", "expired", "cancelled"] as const;
export type DraftOrderState = (typeof DRAFT_ORDER_STATES)[number];

/** The states of a payment link; `closed` is a cash-on-delivery order that is shipped or cancelled. */
const PAY_LINK_STATES = [...DRAFT_ORDER_STATES, "closed"] as const;

/** The token at the end of the link. */
export const byDraftOrderToken = z.object({
  token: textField({
    max: 60,
    pattern: /^[\w-]+$/,
    error: "This link isn’t complete. Please copy it from the email again.",
  }),
});

/** Amounts at today's prices. */
export const draftOrderAmounts = {
  items: z.array(
    z.object({
      title: z.string(),
      size: z.string(),
      quantity: z.number(),
      price: rupees,
      /** The MRP, if the price is below it. */
      originalPrice: z.optional(rupees),
      image: z.nullable(picture),
    }),
  ),
  /** The sum at MRP. */
  subtotal: rupees,
  totalDiscount: rupees,
  shipping: rupees,
  /** How it is sent, with the promised day, such as "2027-01-26", or null without a promise; null while it cannot be paid. */
  shippingMethod: z.nullable(z.object({ name: z.string(), deliverBy: z.nullable(z.string()) })),
  offers: z.array(appliedOffer),
  /** The code that it was put together with; null without one. */
  code: z.nullable(cartCode),
  totalPrice: rupees,
  /** Why it cannot be paid now, for example a product that is sold out; null if it can. */
  problem: z.nullable(z.string()),
};

export const draftOrder = z.object({
  state: z.enum(PAY_LINK_STATES),
  customer: z.object({ name: z.string(), email: z.string(), mobile_no: z.string() }),
  shippingAddress: z.object({ street: z.string(), city: z.string(), state: z.string(), pincode: z.string() }),
  /** Staff's message to the customer; may be empty. */
  message: z.string(),
  /** Null for an order for cash on delivery, which can be paid until it is shipped. Of a change, until when it can be paid. */
  validUntil: z.nullable(z.string()),
  /** The number of its order; null until a draft is paid. */
  orderNumber: z.nullable(z.string()),
  /**
   * What the courier would collect, the part of it that is not due online, what was paid in advance, and the part of the discount that
   * rounds the total down to whole rupees; null for a draft.
   */
  cash: z.nullable(z.object({ onDelivery: z.number(), savedFee: rupees, paidInAdvance: z.number(), rounding: rupees })),
  /** What goes and comes by the change of a paid order's items that is paid; null for an order. */
  edit: z.nullable(z.string()),
  /** Fees, such as gift wrap. */
  fees: rupees,
  /** Who gets the parcel, if it is not the customer; null if it is. */
  receiver: z.nullable(z.string()),
  /** Whether an assistant has put it together for its buyer, who goes back there. */
  byAssistant: z.boolean(),
  /** What it costs to pay a draft in cash on delivery instead; null if that is not possible. */
  cashOnDelivery: z.nullable(z.object({ fee: rupees, rounding: rupees, totalPrice: rupees })),
  /** What the courier collects of a draft that was ordered for cash on delivery; null for others. */
  dueOnDelivery: z.nullable(rupees),
  ...draftOrderAmounts,
});
export type DraftOrder = z.infer<typeof draftOrder>;

export const payDraftOrderBody = z.object({
  /** The total that the customer was shown, in rupees. 409 if it has changed since. */
  total_price: z.optional(z.number("total_price must be a number.")),
  measurement: measurementConsent,
});
