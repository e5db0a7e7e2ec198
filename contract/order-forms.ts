import * as z from "zod/mini";

/** What a customer says about orders. The browser loads this much of them and no more: what it is answered, it believes. */

/** Where the storefront shows an order: where its mails lead. */
export const orderPage = (number: string) => `/profile?tab=5&order=${number}`;
/** And where it tracks a parcel. */
export const trackingPage = (awb: string) => `/tracking?find=${encodeURIComponent(awb)}&by=awb`;

/** A number that stands on a mail or on a parcel. */
export const trackSearch = z
  .string("Please enter an Order ID or an AWB.")
  .check(z.trim(), z.minLength(1, "Please enter an Order ID or an AWB."), z.maxLength(60, "This is too long."));

/** The longest reason for a return, in characters. */
export const MAX_REASON_LENGTH = 500;

export const returnBody = z.object({
  reason: z
    .string("Please tell us the reason.")
    .check(
      z.trim(),
      z.minLength(3, "Please tell us the reason."),
      z.maxLength(MAX_REASON_LENGTH, `Please use at most ${MAX_REASON_LENGTH} characters.`),
    ),
});
