/** Forms of orders. The browser loads only this file of the module: it does not validate responses. */

import * as z from "zod/mini";
import { textField } from "../text.ts";
import { MAX_RETURN_PHOTOS } from "./return-limits.ts";

/** The path of an order's page, for links in emails. */
export const orderPage = (number: string) => `/profile?tab=5&order=${number}`;
/** The path of a parcel's tracking page, for links in emails. */
export const trackingPage = (awb: string) => `/tracking?find=${encodeURIComponent(awb)}&by=awb`;
/** The path of an order's tracking page; it may have no parcel yet. */
export const orderTrackingPage = (number: string) => `/tracking?find=${number}&by=order`;

/** How a payment went on the provider's own page: not at all, or the server could not verify it. */
export type PaymentReturn = "failed" | "unclear";
/** The path of the checkout after a payment on the provider's own page that confirmed no order. */
export const checkoutAfter = (payment: PaymentReturn) => `/checkout?payment=${payment}`;

/** An order number or AWB number. */
export const trackSearch = textField({
  missing: "Please enter an Order ID or an AWB.",
  max: 60,
  error: "Please use at most 60 characters.",
});

/** Maximum length in characters. */
export const MAX_REASON_LENGTH = 500;

/** Units of an order's items, each item at most once. */
export const orderUnits = z
  .array(z.object({ position: z.int().check(z.gte(0)), quantity: z.int().check(z.gte(1)) }))
  .check(z.minLength(1, "Please choose at least one item."), z.maxLength(200));
export type OrderUnits = z.infer<typeof orderUnits>;

const MAX_SHOWN_RUPEES = 10_000_000;
const shownRupees = z.number("amount must be rupees, as in the preview.").check(z.lte(MAX_SHOWN_RUPEES));
/**
 * The `amount` of the preview that the customer has seen, in rupees: another one now is an error, and nothing changes. Without it any amount
 * is accepted.
 */
const shownAmount = z.optional(shownRupees.check(z.gte(0)));

/** Units that the customer wants in exchange for returned ones: of another size of the same product. */
const requestedExchange = z
  .array(
    z.object({
      /** Position of the returned item. */
      position: z.int().check(z.gte(0)),
      sku: textField({ max: 64, error: "A SKU has up to 64 characters.", missing: "Please choose a size." }),
      quantity: z.int().check(z.gte(1), z.lte(9999)),
    }),
  )
  .check(z.maxLength(200));
export type RequestedExchange = z.infer<typeof requestedExchange>;

/** Without `lines`, the whole order is cancelled. */
export const cancelBody = z.object({ lines: z.optional(orderUnits), amount: shownAmount });

/** The units of a preview; without `lines` everything that is left. */
export const removalBody = z.object({ lines: z.optional(orderUnits) });
/** The units of a return; those without an exchange are refunded. */
export const returnPreviewBody = z.object({ ...removalBody.shape, exchange: z._default(requestedExchange, []) });

/** The account for a refund that no provider can pay, for example one of cash. */
export const refundAccountForm = z.object({
  upi_id: textField({
    missing: "Please enter your UPI ID.",
    max: 100,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._-]+@[A-Za-z][A-Za-z0-9]+$/,
    error: "A UPI ID looks like name@bank.",
  }),
});

/** What the customer types to request a return. */
export const returnForm = z.object({
  reason: textField({
    min: 3,
    max: MAX_REASON_LENGTH,
    error: "Please tell us the reason.",
    tooLong: `Please use at most ${MAX_REASON_LENGTH} characters.`,
    multiline: true,
  }),
});

/** Without `lines`, everything is returned. `photos` are paths of uploaded files (`POST /order/{number}/return/photo`). */
export const returnBody = z.object({
  ...returnForm.shape,
  /** Whether a defect is reported, which is possible after the return period, too. */
  defect: z._default(z.boolean("defect must be true or false."), false),
  ...returnPreviewBody.shape,
  /** As in the preview; negative if the order costs more by an exchange. */
  amount: z.optional(shownRupees.check(z.gte(-MAX_SHOWN_RUPEES))),
  photos: z._default(
    z
      .array(textField({ max: 200, error: "photos must be paths of uploads." }), "photos must be a list of uploads.")
      .check(z.maxLength(MAX_RETURN_PHOTOS, `Please add at most ${MAX_RETURN_PHOTOS} photos.`)),
    [],
  ),
});
