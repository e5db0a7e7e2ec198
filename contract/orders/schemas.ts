/** A customer's orders. Amounts are rupees, taxes included, at the time of the order; later changes of the catalogue do not affect them. */

import * as z from "zod/mini";
import { appliedOffer } from "../cart/schemas.ts";
import { pageNumber, perPageOf, productId } from "../catalogue/schemas.ts";
import { PHONE_CHANNELS } from "../phone-messages/channels.ts";
import { picture } from "../pictures.ts";
import { listOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";
import { trackSearch } from "./forms.ts";
import { orderGift } from "./gift.ts";
import { MAX_ORDER_NUMBER_LENGTH, ORDER_NUMBER, plainOrderNumber } from "./order-number.ts";
import { orderReturn } from "./returns.ts";

/**
 * The states of an order. `pending`: its payment is pending. `expired`: it was not paid in time. Refunds are stored separately (see
 * `refunded`). server/orders/orders/lifecycle.ts lists the transitions.
 */
export const ORDER_STATES = [
  "pending",
  "paid",
  "processing",
  "packed",
  "shipped",
  "out_for_delivery",
  "delivered",
  "cancelled",
  "expired",
  "return_requested",
  "return_approved",
  "return_received",
  "returned",
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** How an order is paid. */
export const PAYMENT_METHODS = ["online", "cash_on_delivery"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The states of a payment attempt; `authorized`: the provider holds the money, which is not captured yet. */
export const PAYMENT_STATES = ["created", "authorized", "captured", "refunded", "failed"] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** An uploaded photo for a return. */
export const returnPhoto = z.object({ path: z.string() });

/** Orders on one page of My Orders. */
const ORDER_PAGE_SIZE = 10;

/** An order number, or its code alone. */
export const orderNumber = textField({
  max: MAX_ORDER_NUMBER_LENGTH,
  pattern: ORDER_NUMBER,
  error: "An Order ID ends in eight digits and letters, such as 7Q4M-2XKD.",
  rewrite: plainOrderNumber,
});
export const byOrderNumber = z.object({ number: orderNumber });

/** The position of a document within the order, from 1; by default the latest, of invoices the first. */
export const documentQuery = z.object({
  position: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(9999))),
});

export const orderItem = z.object({
  /** Identifies it within its order. */
  position: z.number(),
  product: z.object({
    _id: z.string(),
    /** Null if the product is no longer sold. */
    slug: z.nullable(z.string()),
    title: z.string(),
    variant_id: z.string(),
    /** The label of the size. */
    size: z.string(),
    price: rupees,
    originalPrice: z.optional(rupees),
    images: z.array(picture),
    /** The current rating; 0 without reviews, or if the product is no longer sold. */
    rating: z.number(),
    reviewCount: z.number(),
  }),
  quantity: z.number(),
  /** How many of these were cancelled, lost or returned. */
  creditedQuantity: z.number(),
  /** Price × quantity. */
  total: rupees,
});
export type OrderItem = z.infer<typeof orderItem>;

const orderAddress = z.object({ street: z.string(), city: z.string(), state: z.string(), pincode: z.string() });
export type OrderAddress = z.infer<typeof orderAddress>;

export const orderSummary = z.object({
  number: z.string(),
  state: z.enum(ORDER_STATES),
  badge: z.string(),
  orderedAt: z.string(),
  /** When it came into its state. */
  stateSince: z.string(),
  /** The promised day of delivery, such as "2026-11-27"; null without a promise. */
  deliverBy: z.nullable(z.string()),
  items: z.array(orderItem),
  shippingAddress: orderAddress,
  billingAddress: orderAddress,
  /** The code and name of its shipping method. */
  shippingMethod: z.object({ code: z.string(), name: z.string() }),
  paymentMethod: z.enum(PAYMENT_METHODS),
  totalPrice: rupees,
  /** Sum and time of the latest of its refunds; null without any. Shown beside the badge. */
  refunded: z.nullable(z.object({ amount: rupees, at: z.string() })),
});
export type OrderSummary = z.infer<typeof orderSummary>;

/** What the courier reports about a parcel. */
const PARCEL_STATES = ["in_transit", "out_for_delivery", "delivered", "lost", "came_back"] as const;
export type ParcelState = (typeof PARCEL_STATES)[number];

export const units = z.array(z.object({ position: z.number(), quantity: z.number() }));

const orderPayment = z.object({
  /** The provider's id. */
  _id: z.string(),
  /** For example "card", "upi" or "netbanking"; empty if the provider did not report it. */
  method: z.string(),
  /** Identifies the card or account, such as "Visa ending 1007"; may be empty. */
  detail: z.string(),
  amount: rupees,
  paidAt: z.string(),
});

export const orderDetail = z.object({
  ...orderSummary.shape,
  customer: z.object({ name: z.string(), email: z.string() }),
  /** The sum at original prices. */
  subtotal: rupees,
  shipping: rupees,
  /** For example the fee for cash on delivery, and gift wrap. */
  fees: rupees,
  /** Null unless it is a gift. */
  gift: z.nullable(orderGift),
  totalDiscount: rupees,
  /** The part of the discount that rounds the total of an order for cash on delivery down to whole rupees. */
  rounding: rupees,
  /** The offers of which the discount consists. */
  offers: z.array(appliedOffer),
  /** The GST that the total includes. */
  tax: rupees,
  /** The first payment that was not an extra one. */
  payment: z.nullable(orderPayment),
  /** Every such payment, oldest first: an order for cash on delivery with an advance has two. */
  paid: z.array(orderPayment),
  /** What of an order for cash on delivery is paid online when it is placed; null if nothing is. */
  advance: z.nullable(z.object({ amount: rupees, paidAt: z.nullable(z.string()) })),
  /** What the courier is to collect: 0 once it is paid or cancelled, and for an order that is paid online. */
  balance: rupees,
  /** The oldest first. */
  refunds: z.array(
    z.object({
      amount: rupees,
      /** `held`: it waits until the bank decides a dispute about the payment. */
      state: z.enum(["pending", "held", "processed", "failed"]),
      /** Whether it refunds a payment that did not pay this order: a second one, or one of a wrong amount. */
      extra: z.boolean(),
      /** A sentence for the customer, or empty. */
      note: z.string(),
      /** The reference by which the customer's bank finds it (ARN, RRN or UTR). */
      bankReference: z.nullable(z.string()),
      requestedAt: z.string(),
      refundedAt: z.nullable(z.string()),
    }),
  ),
  /**
   * The masked UPI ID to which staff pays a refund that no provider can pay; its `upiId` is null until the customer enters one. Null
   * without such a refund.
   */
  refundAccount: z.nullable(z.object({ upiId: z.nullable(z.string()) })),
  shipments: z.array(
    z.object({
      awb: z.string(),
      courier: z.string(),
      /** Whether it replaces returned goods. */
      isReplacement: z.boolean(),
      /** Whether it holds what was exchanged for returned items. */
      isExchange: z.boolean(),
      state: z.enum(PARCEL_STATES),
      /** The items in the parcel; null for the whole order. */
      items: z.nullable(units),
      shippedAt: z.string(),
      deliveredAt: z.nullable(z.string()),
      /** What its courier has reported, in a few words, the latest first; empty for a courier that the shop does not ask. */
      scans: z.array(z.object({ at: z.string(), text: z.string() })),
    }),
  ),
  /** The units that are in no parcel yet. */
  unsent: units,
  /** Every change of state, oldest first. `note` is a sentence for the customer, or empty. */
  timeline: z.array(z.object({ state: z.enum(ORDER_STATES), at: z.string(), note: z.string() })),
  /** Set once it is paid. */
  invoiceNumber: z.nullable(z.string()),
  /** The number of the latest credit note; null until something of a paid order is cancelled, lost or returned. */
  creditNoteNumber: z.nullable(z.string()),
  /** The invoices of what was added after the first one, the oldest first. */
  furtherInvoices: z.array(
    z.object({ position: z.number(), number: z.string(), issuedAt: z.string(), amount: rupees }),
  ),
  /** The oldest first. `position` identifies one within its order. */
  creditNotes: z.array(z.object({ position: z.number(), number: z.string(), issuedAt: z.string(), amount: rupees })),
  /** Receipt vouchers for what was paid before the invoice, then refund vouchers for what of it was refunded before the invoice. `position` identifies one of its kind within its order. */
  vouchers: z.array(
    z.object({
      kind: z.enum(["receipt", "refund"]),
      position: z.number(),
      number: z.string(),
      issuedAt: z.string(),
      amount: rupees,
    }),
  ),
  /** The units and amount of each item that remain after cancellations and returns. What some of them would refund depends on the offers (`previewCancellation`, `previewReturn`); an item without units may retain an amount. */
  remaining: z.array(z.object({ position: z.number(), quantity: z.number(), amount: rupees })),
  /** The lots that items were sold from, as printed on the pack: "A12, use before 03/2028". Items of sizes without lots are omitted. */
  lots: z.array(z.object({ position: z.number(), quantity: z.number(), text: z.string() })),
  /** The oldest first; only the last may be open. */
  returns: z.array(orderReturn),
  canCancel: z.boolean(),
  /** Whether some of its units can be cancelled. */
  canCancelUnits: z.boolean(),
  /** Whether its parcel can be given up, since it has not come by the promised day. */
  canGiveUp: z.boolean(),
  /** When its customer gave it up. */
  givenUpAt: z.nullable(z.string()),
  canReturn: z.boolean(),
  /** Whether a defect can be reported, since the return period is over. */
  canReportDefect: z.boolean(),
  /** When the return period ends, if a return can be requested. */
  returnUntil: z.nullable(z.string()),
  /** How a confirmed order for cash on delivery can be paid online; null if it cannot be. */
  prepay: z.nullable(
    z.object({
      amount: rupees,
      /** The fee for cash on delivery that is no longer due. */
      savedFee: rupees,
    }),
  ),
  /** The change of a paid order's items that waits for its payment: what goes and comes, and what it costs more. */
  pendingEdit: z.nullable(
    z.object({
      summary: z.string(),
      amount: rupees,
      payUntil: z.string(),
      /** Whether it is an exchange for returned items. */ isExchange: z.boolean(),
    }),
  ),
  /** While the payment is pending: when the stock's reservation ends. */
  payUntil: z.nullable(z.string()),
  /** How the code that confirms it was sent, and the order's number; null unless it waits for one. */
  codeSent: z.nullable(z.object({ by: z.enum([...PHONE_CHANNELS, "email"]), mobile: z.string() })),
});
export type OrderDetail = z.infer<typeof orderDetail>;

export const orderListQuery = z.object({ page: pageNumber, perPage: perPageOf(ORDER_PAGE_SIZE) });
export const orderList = listOf(orderSummary);
export type OrderList = z.infer<typeof orderList>;

/** `any`: neither or both boxes are checked (R24). */
const TRACK_BY = ["order", "awb", "any"] as const;
export type TrackBy = (typeof TRACK_BY)[number];
export const trackQuery = z.object({
  search: trackSearch,
  by: z._default(z.enum(TRACK_BY, "by must be order, awb or any."), "any"),
});

export const boughtSizesQuery = z.object({ product_id: productId });
/** Sizes of a product that the customer has bought, the latest ordered first. */
export const boughtSizes = z.array(
  z.object({
    variant_id: z.string(),
    size: z.string(),
    /** When it was last ordered. */
    orderedAt: z.string(),
    /** When it was first delivered; null while it is on its way. */
    deliveredAt: z.nullable(z.string()),
  }),
);
export type BoughtSize = z.infer<typeof boughtSizes>[number];

/** What Buy Again added to the cart, and a message for each item that it could not add. */
export const boughtAgain = z.object({
  productIds: z.array(z.string()),
  count: z.number(),
  problems: z.array(z.string()),
});
export type BoughtAgain = z.infer<typeof boughtAgain>;
