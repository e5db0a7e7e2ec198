/** Checkout and payment. Only the server computes amounts; the browser sends addresses and choices. */

import * as z from "zod/mini";
import { addressBody, code } from "../accounts/schemas.ts";
import { appliedOffer, cartCode, chooseSamplesBody, productToBuy, unavailableSample } from "../cart/schemas.ts";
import { queryFlag } from "../catalogue/schemas.ts";
import { MEASUREMENT_SERVICES } from "../measurement.ts";
import { mobileField } from "../mobile-field.ts";
import { giftBody } from "../orders/gift.ts";
import { PAYMENT_METHODS } from "../orders/schemas.ts";
import { PHONE_CHANNELS } from "../phone-messages/channels.ts";
import { picture } from "../pictures.ts";
import { pincode, shippingMethodCode, shippingOption } from "../shipping/schemas.ts";
import { textField } from "../text.ts";

const GOOGLE_CLIENT_ID = /^\d{1,20}\.\d{1,20}$/;

/** Where and how the order is shipped; without a pincode the response has no shipping methods. */
export const checkoutQuery = z.object({
  pincode: z.optional(pincode),
  /** Determines the zone of a pincode that is not in the table. */
  state: z.optional(textField({ max: 60, error: "Please use at most 60 characters." })),
  /** By default the first method of the pincode. */
  shipping_method: z.optional(shippingMethodCode),
  /** By default `online`. */
  payment_method: z.optional(z.enum(PAYMENT_METHODS, "payment_method must be online or cash_on_delivery.")),
  /** The number that the courier would call, on which cash on delivery depends. By default the account's. */
  mobile_no: z.optional(mobileField({ mayBeEmpty: true })),
  gift_wrap: queryFlag("gift_wrap"),
  /** Whether the parcel goes to another person, as a gift. */
  other_receiver: queryFlag("other_receiver"),
});

/** The response of `GET checkout`: the items and amounts of an order placed now, in rupees. */
export const checkout = z.object({
  products: z.array(
    z.object({
      product: productToBuy,
      price: z.number(),
      quantity: z.number(),
    }),
  ),
  /** The chosen free samples. */
  samples: z.array(z.object({ variant_id: z.string(), title: z.string(), size: z.string(), images: z.array(picture) })),
  unavailableSamples: z.array(unavailableSample),
  totalPrice: z.number(),
  /** The GST within the total. */
  tax: z.number(),
  totalDiscount: z.number(),
  /** The part of the discount that rounds the total down to whole rupees, as couriers collect them; 0 unless it is paid in cash. */
  rounding: z.number(),
  shipping: z.number(),
  /** The methods of the pincode in the owner's order; empty without a pincode, or if the shop does not deliver there. */
  shippingMethods: z.array(shippingOption),
  /** The method in the amounts; null if the shop does not deliver there. */
  shippingMethod: z.nullable(z.string()),
  offers: z.array(appliedOffer),
  code: z.nullable(cartCode),
  /** For example the fee for cash on delivery, and gift wrap. */
  fees: z.number(),
  /** The gift wrap in the fees; null unless it is chosen and offered. */
  giftWrap: z.nullable(z.number()),
  /** The payment method on which the amounts are based. */
  paymentMethod: z.enum(PAYMENT_METHODS),
  /** Null without a pincode, or if the shop does not offer it. */
  cashOnDelivery: z.nullable(
    z.object({
      fee: z.number(),
      /** Why this order cannot be paid in cash; null if it can. */
      problem: z.nullable(z.string()),
      /** What is paid online now to place it, and what the courier collects; null if nothing is paid in advance. */
      advance: z.nullable(z.object({ now: z.number(), onDelivery: z.number() })),
    }),
  ),
  /** Whether the cart can be paid; if not, its notices say why. */
  payable: z.boolean(),
  /** Why no order of this total can be placed, for example above the shop's maximum; null if one can. */
  totalProblem: z.nullable(z.string()),
});
export type Checkout = z.infer<typeof checkout>;

/** The shopper's consent to telling services of an order; missing without one. */
export const measurementConsent = z.optional(
  z.object({
    /** The services about which the shopper was asked. */
    allowed: z
      .array(z.enum(MEASUREMENT_SERVICES, `allowed must name ${MEASUREMENT_SERVICES.join(", ")}.`))
      .check(z.maxLength(MEASUREMENT_SERVICES.length, "allowed names a service twice.")),
    /** The number by which Google Analytics recognises the browser, if it has set one. */
    client_id: z.optional(
      textField({
        max: 50,
        pattern: GOOGLE_CLIENT_ID,
        error: "client_id must be two numbers with a full stop between.",
      }),
    ),
  }),
);

/** `billing_address` is set only if it differs from the delivery address. */
export const initPaymentBody = z.object({
  /**
   * The total that the shopper was shown, in rupees, from `GET checkout`. 409 if the cart's total has changed since. Without it the current
   * total is charged, which the response names; but 409 `offer_ended` while the code in the cart does not apply, until the code is removed or
   * the new total is sent.
   */
  total_price: z.optional(z.number("total_price must be a number.")),
  /** The free samples that the shopper was shown; by default, if `total_price` is missing too, those chosen in the cart. 409 if one of them is gone. */
  samples: z.optional(chooseSamplesBody.shape.variant_ids),
  address: z.object(addressBody.shape, "Address is required"),
  billing_address: z.optional(z.object(addressBody.shape, "Address is required")),
  /** The number that the courier calls. By default the account's, else the one that the customer gives the payment provider. */
  mobile_no: z.optional(mobileField({ mayBeEmpty: true })),
  /** By default the first method of the address. */
  shipping_method: z.optional(shippingMethodCode),
  /** Missing for an order that is not a gift. */
  gift: z.optional(giftBody),
  /**
   * The advance that the shopper was shown, in rupees: opens its payment, which places an order for cash on delivery. Missing: the whole order is paid.
   * 409 if the advance has changed since.
   */
  advance: z.optional(z.number("advance must be a number.").check(z.positive("advance must be more than 0."))),
  /**
   * Whether the shopper has ticked the box that offers updates by WhatsApp or SMS, whose sentence is stored. 422 without a mobile number, or if
   * the shop sends none.
   */
  phone_updates: z.optional(z.boolean("phone_updates must be true or false.")),
  measurement: measurementConsent,
});
export type InitPaymentBody = z.infer<typeof initPaymentBody>;

/** A cash-on-delivery order that its customer confirms with the code that was sent. */
export const cashOrder = z.object({
  orderNumber: z.string(),
  /** Cash to be paid, in rupees. */
  amount: z.number(),
  /** The email, to which the code is sent unless it reaches the phone. */
  email: z.string(),
  /** The number that the code is sent to, ten digits; empty if the order has none. */
  mobile: z.string(),
  /** How the code was sent; null if the one that was sent shortly before is valid. */
  sentBy: z.nullable(z.enum([...PHONE_CHANNELS, "email"])),
  /** When the stock's reservation ends. */
  confirmUntil: z.string(),
});
export type CashOrder = z.infer<typeof cashOrder>;
/** By `email` only there; by default to the phone if it can be. */
export const resendCodeQuery = z.object({ by: z.optional(z.enum(["phone", "email"], "by must be phone or email.")) });
export const confirmCashOrderBody = z.object({ code });

/** The link's path in the storefront. */
export const payLink = z.object({ path: z.string() });

/** An order that costs nothing. */
export const freeOrder = z.object({ orderNumber: z.string() });
export type FreeOrder = z.infer<typeof freeOrder>;

/** The data of the payment window. */
export const paymentOrder = z.object({
  /** The provider's order id. */
  id: z.string(),
  /** In paise. */
  amount: z.number(),
  currency: z.literal("INR"),
  /** The shop's order number. */
  orderNumber: z.string(),
  /** When the stock's reservation ends. */
  payUntil: z.string(),
});
export type PaymentOrder = z.infer<typeof paymentOrder>;

/** The shop's data for the payment window; the same for every customer. */
export const paymentWindow = z.object({
  /** The shop's public key id with the provider. */
  key: z.string(),
  /** URL of the provider's checkout script. */
  script: z.string(),
  name: z.string(),
  description: z.string(),
  /** Defaults for missing details of the customer. */
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
  themeColor: z.string(),
});
export type PaymentWindow = z.infer<typeof paymentWindow>;

const providerId = (name: string) =>
  textField({
    missing: `${name} is missing.`,
    max: 60,
    pattern: /^[A-Za-z0-9_]+$/,
    error: `${name} is not right.`,
  });
/** The payment window's result, passed on unchanged. */
export const verifyPaymentBody = z.object({
  razorpay_payment_id: providerId("razorpay_payment_id"),
  razorpay_order_id: providerId("razorpay_order_id"),
  razorpay_signature: textField({
    missing: "razorpay_signature is missing.",
    max: 200,
    error: "razorpay_signature is not right.",
  }),
});
export type VerifyPaymentBody = z.infer<typeof verifyPaymentBody>;

export const checkPaymentBody = z.object({ razorpay_order_id: providerId("razorpay_order_id") });
export type CheckPaymentBody = z.infer<typeof checkPaymentBody>;

/**
 * The outcome of a payment. `confirming`: the provider has not confirmed it yet; the shop keeps checking and sends an email. `refunded`: it
 * was paid and is being refunded. `unpaid`: no payment yet. `expired`: no payment, and the stock is no longer reserved.
 */
const PAYMENT_OUTCOMES = ["paid", "confirming", "refunded", "unpaid", "expired"] as const;
export const paymentOutcome = z.object({ orderNumber: z.string(), outcome: z.enum(PAYMENT_OUTCOMES) });
export type PaymentOutcome = z.infer<typeof paymentOutcome>;
