/** Shipping methods, zones, rates and holidays (docs/shipping.md). Prices are rupees. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import { pincode, pincodePlace, shippingOption } from "../shipping/schemas.ts";
import { textField } from "../text.ts";
import { plainNumber } from "../written-numbers.ts";
import type { AdminEndpoint } from "./endpoint.ts";

const code = textField({
  max: 40,
  pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  error: "A code has lowercase letters, digits and hyphens.",
});
const name = textField({ max: 60, missing: "Please give it a name.", error: "A name has at most 60 characters." });
const rupees = z.number("Please give an amount in rupees.").check(
  z.gte(0, "Please give an amount in rupees."),
  z.lte(100_000, "An amount is at most ₹1,00,000."),
  z.refine((amount) => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6, "An amount has at most two decimals."),
);
const days = z
  .int("Please give whole days.")
  .check(z.gte(0, "Please give whole days."), z.lte(60, "There can be at most 60 days."));

const method = z.object({
  code,
  name,
  cutOff: textField({ max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, error: "Please give a time such as 14:00." }),
});
const rate = z.object({
  /** The weight from which the rate applies. */
  fromGrams: z._default(
    z.int("Please give whole grams.").check(z.gte(0, "Please give whole grams."), z.lte(1_000_000)),
    0,
  ),
  price: rupees,
  /** The value of the goods from which shipping is free. */
  freeFrom: z.optional(rupees),
  /** Minimum and maximum number of transit days; without them no date is promised. */
  days: z.optional(z.tuple([days, days])),
});
const zone = z.object({
  code,
  name,
  pincodes: z
    .array(
      textField({
        max: 6,
        pattern: /^[1-9]\d{0,5}$/,
        error: "Please give pincodes, or their first digits.",
        rewrite: plainNumber,
      }),
    )
    .check(z.maxLength(5000, "There can be at most 5,000 pincodes; use their first digits.")),
  states: z.array(textField({ max: 60, error: "Please choose states of India." })).check(z.maxLength(60)),
  /** Rates by method; a method without rates does not serve the zone. */
  rates: z.record(code, z.array(rate).check(z.minLength(1), z.maxLength(20, "There can be at most 20 weights."))),
});
const holiday = z.object({
  day: textField({ max: 10, pattern: /^20\d{2}-\d{2}-\d{2}$/, error: "Please give a day such as 2027-01-26." }),
  name,
});
const methods = z.array(method).check(z.maxLength(20, "There can be at most 20 methods."));
const zones = z.array(zone).check(z.maxLength(100, "There can be at most 100 zones."));
const holidays = z.array(holiday).check(z.maxLength(500, "There can be at most 500 holidays."));

const adminShipping = z.object({
  /** Sent with a change, which is rejected if anything has changed since. */
  version: z.number(),
  lastChange: z.nullable(z.object({ by: z.string(), at: z.string() })),
  methods,
  zones,
  holidays,
  /** Days of the week on which parcels leave and travel (0 is Sunday), from the setting WORKING_DAYS. */
  weekdays: z.array(z.number()),
  /** The states of India. */
  states: z.array(z.string()),
});
export type AdminShipping = z.infer<typeof adminShipping>;

const pincodeCheck = z.object({
  pincode: z.string(),
  /** Null for a pincode that is not in the table of India's pincodes. */
  place: z.nullable(pincodePlace),
  /** Null for a pincode without a zone. */
  zone: z.nullable(z.object({ code: z.string(), name: z.string() })),
  /** What the checkout would offer now; empty if the shop does not deliver there. */
  options: z.array(shippingOption),
});
export type PincodeCheck = z.infer<typeof pincodeCheck>;

const EDIT = { tag: "Shipping", permission: "edit_settings" } as const;

export const shippingAdminEndpoints = {
  readShipping: {
    ...EDIT,
    method: "GET",
    path: "/shipping",
    summary: "The shipping methods, zones with their rates, and holidays",
    response: responseOf(adminShipping),
  },
  changeShipping: {
    ...EDIT,
    method: "PATCH",
    path: "/shipping",
    repeat: "seen",
    summary: "Replace the methods, the zones or the holidays; the shop uses them at once",
    body: z.object({
      version: z.int(),
      methods: z.optional(methods),
      zones: z.optional(zones),
      holidays: z.optional(holidays),
    }),
    errorStatuses: [409],
    response: responseOf(adminShipping),
  },
  storeShippingStarter: {
    ...EDIT,
    method: "POST",
    path: "/shipping/starter",
    repeat: "state",
    summary: "Store zones for India with free shipping, and fixed holidays, in a shop without methods and zones",
    errorStatuses: [409],
    response: responseOf(adminShipping),
  },
  checkPincode: {
    ...EDIT,
    method: "POST",
    path: "/shipping/check",
    repeat: "harmless",
    summary: "What a parcel to a pincode costs and when it arrives, if it is ordered now; stores nothing",
    body: z.object({
      pincode,
      goods: z._default(rupees, 0),
      grams: z._default(
        z.int("Please give whole grams.").check(z.gte(0, "Please give whole grams."), z.lte(1_000_000)),
        0,
      ),
    }),
    response: responseOf(pincodeCheck),
  },
} as const satisfies Record<string, AdminEndpoint>;
