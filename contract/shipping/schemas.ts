/** Shipping: destinations, methods and delivery dates. */

import * as z from "zod/mini";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import { plainNumber } from "../written-numbers.ts";

export const pincode = textField({
  max: 6,
  pattern: /^[0-9]{6}$/,
  error: "A pincode has 6 digits.",
  rewrite: plainNumber,
});
export const pincodeParams = z.object({ pincode });
export const pincodePlace = z.object({ city: z.string(), state: z.string() });
export type PincodePlace = z.infer<typeof pincodePlace>;
/** The response of `GET pincode/:pincode`. */
export const pincodePlaces = z.object({
  /** City and state; empty texts if several states share the pincode, since only the address tells which it is in. */
  ...pincodePlace.shape,
  /** Its place in each of its states, the largest first; most pincodes have one. */
  places: z.array(pincodePlace),
});

/** Without a size, prices are those of the lightest parcel. */
export const shippingMethodsQuery = z.object({ variant_id: z.optional(rowId("variant_id must be digits.")) });

/** The code of a shipping method, such as "express". */
export const shippingMethodCode = textField({
  max: 40,
  pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  error: "Please choose a shipping method.",
});

/** The days on which parcels leave and travel. */
const workingCalendar = z.object({
  /** Days of the week: 0 is Sunday. */
  weekdays: z.array(z.number()),
  /** For example "2027-01-26". */
  holidays: z.array(z.string()),
});
export type WorkingCalendar = z.infer<typeof workingCalendar>;

/** Working days from dispatch to delivery. */
const transit = z.object({
  /** The cut-off of a working day in India, for example "14:00": orders before it leave on that day. */
  cutOff: z.string(),
  minDays: z.number(),
  maxDays: z.number(),
});
export type Transit = z.infer<typeof transit>;

/** The response of `GET delivery/:pincode`. It does not depend on the time, so caches may store it; `deliveryDates` computes the dates. */
export const shippingMethods = z.object({
  pincode: z.string(),
  /** Whether neither its place nor a zone with it is known: it is probably mistyped. */
  unknown: z.boolean(),
  /** Null if only its zone is known, or if several states share the pincode. */
  place: z.nullable(pincodePlace),
  /** In the owner's order; empty if the pincode is not served. */
  methods: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** The price for one unit of the size, or for the lightest parcel, in rupees. */
      price: rupees,
      /** The value of the goods from which shipping is free, in rupees. */
      freeFrom: z.nullable(rupees),
      transit: z.nullable(transit),
    }),
  ),
  calendar: workingCalendar,
  /** Cash on delivery for one unit of the size; null if the shop does not offer it. The checkout decides, which knows the customer and the cart. */
  cash: z.nullable(
    z.object({
      /** Whether it is possible at the pincode. */
      isTaken: z.boolean(),
      /** The value of the goods from which it is possible, in rupees; 0 if the size alone is enough. */
      from: rupees,
    }),
  ),
});
export type ShippingMethods = z.infer<typeof shippingMethods>;

/** A shipping method for one cart and address. */
export const shippingOption = z.object({
  code: z.string(),
  name: z.string(),
  /** In rupees; 0 is free. */
  price: rupees,
  /** In rupees, before free shipping; equal to `price` unless shipping is free because of the order's value. */
  fullPrice: rupees,
  /** The promised days, for an order placed now, such as "2026-11-27"; null if the owner promises none. */
  earliest: z.nullable(z.string()),
  latest: z.nullable(z.string()),
});
export type ShippingOption = z.infer<typeof shippingOption>;
