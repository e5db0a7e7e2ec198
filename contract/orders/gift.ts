/** A gift: a message on the packing slip, gift wrap if the shop offers it, and another receiver. */

import * as z from "zod/mini";
import { mobileField } from "../mobile-field.ts";
import { rupees } from "../rupees.ts";
import { textField } from "../text.ts";

export const MAX_GIFT_MESSAGE = 200;

/** The fields of the form at checkout. */
export const giftMessage = textField({
  max: MAX_GIFT_MESSAGE,
  mayBeEmpty: true,
  multiline: true,
  error: `Please use up to ${MAX_GIFT_MESSAGE} characters.`,
  printed: true,
});
export const giftReceiver = z.object({
  name: textField({
    missing: "Please enter the receiver’s name.",
    max: 50,
    error: "Please use up to 50 characters.",
    printed: true,
  }),
  /** The number that the courier calls. */
  mobile_no: mobileField({ missing: "Please enter the receiver’s mobile number." }),
});

export const giftBody = z.object({
  message: z._default(giftMessage, ""),
  wrap: z._default(z.boolean("wrap must be true or false."), false),
  /** Who gets the parcel, if it is not the customer. */
  receiver: z.optional(giftReceiver),
});
export type GiftBody = z.infer<typeof giftBody>;

export const orderGift = z.object({
  message: z.string(),
  /** The price of the gift wrap, which is part of the fees; null without gift wrap. */
  wrap: z.nullable(rupees),
  receiver: z.nullable(z.object({ name: z.string(), mobile_no: z.string() })),
});
export type OrderGift = z.infer<typeof orderGift>;
