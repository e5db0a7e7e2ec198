/** A delivery that failed, as its customer sees it behind the link of the email. */

import * as z from "zod/mini";
import { DELIVERY_ANSWERS, FAILURE_REASONS } from "../couriers.ts";
import { isDay } from "../dates.ts";
import { mobileField } from "../mobile-field.ts";
import { textField } from "../text.ts";

/** Maximum length of the words to the rider, in characters: as much as couriers take. */
export const MAX_RIDER_NOTE = 150;

/** The token at the end of the link. */
export const byDeliveryToken = z.object({
  token: textField({
    max: 60,
    pattern: /^[\w-]+$/,
    error: "This link isn’t complete. Please copy it from the email again.",
  }),
});

const NO_DAY = "Please choose a day.";

/** What the courier is to do. */
export const deliveryAnswerFields = {
  answer: z.enum(DELIVERY_ANSWERS, "Please choose what happens next."),
  /** The day of the next attempt, in India; for `again`. */
  againOn: z.optional(
    textField({ max: 10, pattern: /^\d{4}-\d{2}-\d{2}$/, error: NO_DAY, mayBeEmpty: true }).check(
      z.refine((text) => text === "" || isDay(text), NO_DAY),
    ),
  ),
  /** The number that the rider is to call instead; empty for the one of the order. */
  mobile: z.optional(mobileField({ mayBeEmpty: true })),
  note: z.optional(
    textField({
      max: MAX_RIDER_NOTE,
      error: `Please use up to ${MAX_RIDER_NOTE} characters.`,
      mayBeEmpty: true,
    }),
  ),
};
export const deliveryAnswerBody = z.object(deliveryAnswerFields);
export type DeliveryAnswerBody = z.infer<typeof deliveryAnswerBody>;

export const failedDelivery = z.object({
  orderNumber: z.string(),
  courier: z.string(),
  awb: z.string(),
  reason: z.enum(FAILURE_REASONS),
  failedAt: z.string(),
  /** Who gets it; empty once it is over, as is everything else about a person. */
  receiver: z.string(),
  /** City and pincode. */
  place: z.string(),
  /** The last digits of the number that the rider has; empty without one. */
  mobileEnding: z.string(),
  /** The days among which one can choose, in India. */
  days: z.array(z.string()),
  /**
   * `open`: it can be answered, and an answer changed. `told`: the courier has the answer. `over`: the parcel has arrived or comes back, or
   * another attempt was made.
   */
  state: z.enum(["open", "told", "over"]),
  answer: z.nullable(
    z.object({
      answer: z.enum(DELIVERY_ANSWERS),
      againOn: z.nullable(z.string()),
      mobile: z.string(),
      note: z.string(),
    }),
  ),
});
export type FailedDelivery = z.infer<typeof failedDelivery>;
