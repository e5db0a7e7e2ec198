import * as z from "zod/mini";
import { addressBody } from "../accounts/schemas.ts";
import { productToBuy } from "../cart/schemas.ts";
import { textField } from "../text.ts";

/** Paying for what is in the cart. The server alone reckons what it costs; the browser says only where it shall go. */

/** What `GET checkout` answers: what would be bought now, and for how much, in rupees. */
export const checkout = z.object({
  products: z.array(
    z.object({
      product: productToBuy,
      price: z.number(),
      quantity: z.number(),
    }),
  ),
  totalPrice: z.number(),
  totalDiscount: z.number(),
  shipping: z.number(),
  /** Whether it can be paid as it is; if not, the cart says what there is to settle. */
  payable: z.boolean(),
});
export type Checkout = z.infer<typeof checkout>;

/** `billing_address` only where it differs from the address of delivery. */
export const initPaymentBody = z.object({
  /** The total that the shopper was shown, in rupees, as `GET checkout` answered it. 409 where the cart costs something else by now. */
  total_price: z.optional(z.number("total_price must be a number.")),
  address: z.object(addressBody.shape, "Address is required"),
  billing_address: z.optional(z.object(addressBody.shape, "Address is required")),
});
export type InitPaymentBody = z.infer<typeof initPaymentBody>;

/** What the payment window opens with. */
export const paymentOrder = z.object({
  /** The provider's order. */
  id: z.string(),
  /** In paise. */
  amount: z.number(),
  currency: z.literal("INR"),
  /** Our order. */
  orderNumber: z.string(),
  /** Until when its stock is held. */
  payUntil: z.string(),
});
export type PaymentOrder = z.infer<typeof paymentOrder>;

/** What the provider needs to be told by the browser; the same for everybody. */
export const paymentWindow = z.object({
  /** Public id of the shop with the provider. */
  key: z.string(),
  /** Address of the provider's checkout script. */
  script: z.string(),
  name: z.string(),
  description: z.string(),
  /** For what is not known of the customer. */
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
/** The provider's payload after a payment, unchanged. */
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

/**
 * What has become of a payment. `confirming`: the provider has not said the last word yet; the shop asks on by itself and mails.
 * `refunded`: there was one, and its money goes back. `unpaid`: there is none yet. `expired`: there is none,
 * and the order is no longer held.
 */
export const PAYMENT_OUTCOMES = ["paid", "confirming", "refunded", "unpaid", "expired"] as const;
export const paymentOutcome = z.object({ orderNumber: z.string(), outcome: z.enum(PAYMENT_OUTCOMES) });
export type PaymentOutcome = z.infer<typeof paymentOutcome>;

export const pincodeParams = z.object({
  pincode: textField({ max: 6, pattern: /^[0-9]{6}$/, error: "A pincode has 6 digits." }),
});
/** Where a pincode is. */
export const pincodePlace = z.object({ city: z.string(), state: z.string() });
export type PincodePlace = z.infer<typeof pincodePlace>;
