import * as z from "zod/mini";
import { textField } from "../text.ts";

/** What a customer says about orders. The browser loads this much of them and no more: what it is answered, it believes. */

/** Where the storefront shows an order: where its mails lead. */
export const orderPage = (number: string) => `/profile?tab=5&order=${number}`;
/** And where it tracks a parcel. */
export const trackingPage = (awb: string) => `/tracking?find=${encodeURIComponent(awb)}&by=awb`;

/** A number that stands on a mail or on a parcel. */
export const trackSearch = textField({
  missing: "Please enter an Order ID or an AWB.",
  max: 60,
  error: "Please use at most 60 characters.",
});

/** The longest reason for a return, in characters. */
export const MAX_REASON_LENGTH = 500;

export const returnBody = z.object({
  reason: textField({
    min: 3,
    max: MAX_REASON_LENGTH,
    error: "Please tell us the reason.",
    tooLong: `Please use at most ${MAX_REASON_LENGTH} characters.`,
    multiline: true,
  }),
});
