/** What couriers charge for parcels, by hand and by their bills. Amounts are rupees, without GST unless they say so. */

import * as z from "zod/mini";
import { orderNumber } from "../orders/schemas.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { day, period } from "./period.ts";
import { nothing } from "./session.ts";

export const MAX_BILL_BYTES = 4 * 1024 * 1024;
/** Maximum number of parcels in a file. */
export const MAX_BILLED_PARCELS = 10_000;
const MAX_CHARGE = 100_000;
/** The rate of GST on what couriers charge, in percent. */
export const COURIER_GST_PERCENT = 18;
/** What a charge is for. `return`: the way back of a parcel that was refused or returned. `cod`: collecting cash. */
export const CHARGE_KINDS = ["forward", "return", "cod", "other"] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];
/** What a file without a column of GST has: amounts to which GST is added, or that include it. */
export const GST_MODES = ["apart", "included"] as const;

const charge = (() => {
  const error = "Please give an amount in rupees, such as 49.50.";
  return z._default(
    z
      .number(error)
      .check(
        z.gte(0, "A charge is at least 0; deduct a credit from what was charged."),
        z.lte(MAX_CHARGE, `Please give at most ₹${MAX_CHARGE.toLocaleString("en-IN")}.`),
        z.multipleOf(0.01, "An amount has at most two decimals."),
      ),
    0,
  );
})();

const billNumber = { max: 60, error: "The number of a bill has up to 60 characters." };
const reference = textField({ ...billNumber, missing: "Please enter the number of the courier’s bill." });

const charges = { forward: rupees, return: rupees, cod: rupees, other: rupees, gst: rupees };

/** What a bill says about a parcel; by hand without a number. */
const courierCharge = z.object({
  _id: z.string(),
  /** The number of the courier's bill; may be empty if it was entered by hand. */
  reference: z.string(),
  billedOn: z.string(),
  ...charges,
});
export type CourierCharge = z.infer<typeof courierCharge>;

const chargedParcel = z.object({ awb: z.string(), courier: z.string(), charges: z.array(courierCharge) });
export type ChargedParcel = z.infer<typeof chargedParcel>;

/** `again`: another bill has charges for the same parcel. `removed`: the bill said more before. */
export const BILLED_RESULTS = ["new", "again", "corrected", "same", "removed", "unknown"] as const;

const billedParcel = z.object({
  awb: z.string(),
  result: z.enum(BILLED_RESULTS),
  order: z.nullable(z.string()),
  /** All charges in this file; 0 if it is removed. */
  amount: rupees,
  /** What the same bill said before; null if it did not have the parcel. */
  before: z.nullable(rupees),
  /** What other bills have charged for it. */
  elsewhere: rupees,
});
export type BilledParcel = z.infer<typeof billedParcel>;

const comparison = z.object({
  parcels: z.number(),
  amount: rupees,
  gst: rupees,
  /** Number of parcels by result. */
  results: z.record(z.enum(BILLED_RESULTS), z.number()),
  /** Parcels that are neither new nor the same. */
  differences: z.array(billedParcel),
  /** Sent with the request that stores the file, so that exactly what was compared is stored. */
  digest: z.string(),
});
export type BillComparison = z.infer<typeof comparison>;

const bills = z.object({
  from: z.string(),
  to: z.string(),
  /** The last billed first, 200 at most; what was entered by hand without a number is not listed. */
  bills: z.array(
    z.object({ reference: z.string(), billedOn: z.string(), parcels: z.number(), amount: rupees, gst: rupees }),
  ),
});
export type CourierBills = z.infer<typeof bills>;

const READ = { tag: "Orders", permission: "view_costs", method: "GET" } as const;
const RECORD = { tag: "Orders", permission: "book_purchases" } as const;
const ofOrder = z.object({ number: orderNumber });

export const courierBillEndpoints = {
  listCourierBills: {
    ...READ,
    path: "/courier-bills",
    summary: "Couriers’ bills of a period, the last first",
    query: z.object(period),
    response: responseOf(bills),
  },
  uploadCourierBill: {
    ...RECORD,
    method: "POST",
    path: "/courier-bills",
    repeat: "state",
    summary:
      "Compare a courier’s CSV of AWBs and charges with the parcels; with the `digest` of the comparison, store it in place of what the same bill said. 409: it differs from what was compared",
    query: z.object({
      reference,
      billedOn: day,
      gst: z._default(z.enum(GST_MODES, `gst must be one of ${GST_MODES.join(", ")}.`), "apart"),
      digest: z.optional(textField({ max: 64, error: "digest is too long." })),
    }),
    accepts: "text/csv",
    errorStatuses: [409],
    response: responseOf(comparison),
  },
  removeCourierBill: {
    ...RECORD,
    method: "DELETE",
    path: "/courier-bills/:reference",
    repeat: "seen",
    summary: "Remove the charges of a courier’s bill",
    params: z.object({ reference }),
    errorStatuses: [404],
    response: responseOf(nothing),
  },
  readCourierCharges: {
    ...READ,
    path: "/orders/:number/courier-charges",
    summary: "What couriers have charged for the parcels of an order",
    params: ofOrder,
    errorStatuses: [404],
    response: responseOf(z.array(chargedParcel)),
  },
  recordCourierCharge: {
    ...RECORD,
    method: "POST",
    path: "/orders/:number/courier-charges",
    repeat: "state",
    summary: "Record what a courier has charged for a parcel, in place of what the same bill said",
    params: ofOrder,
    body: z.object({
      awb: textField({ max: 40, error: "An AWB has up to 40 characters.", missing: "Please choose the parcel." }),
      reference: textField({ ...billNumber, mayBeEmpty: true }),
      billedOn: day,
      forward: charge,
      return: charge,
      cod: charge,
      other: charge,
      /** The GST on these, which is input credit and no cost. */
      gst: charge,
    }),
    errorStatuses: [404],
    response: responseOf(z.array(chargedParcel)),
  },
  removeCourierCharge: {
    ...RECORD,
    method: "DELETE",
    path: "/orders/:number/courier-charges/:id",
    repeat: "seen",
    summary: "Remove what a bill has charged for a parcel",
    params: z.object({ number: orderNumber, id: rowId("id must be digits.") }),
    errorStatuses: [404],
    response: responseOf(z.array(chargedParcel)),
  },
} as const satisfies Record<string, AdminEndpoint>;
