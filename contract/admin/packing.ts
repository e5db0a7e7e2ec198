/** The packing screen: what belongs into a parcel, and what it weighs. */

import * as z from "zod/mini";
import { MAX_UPLOADED_PICTURE_BYTES } from "../limits.ts";
import { CHANGE_NOUNS } from "../orders/change-nouns.ts";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import { packing, packingProposal } from "./couriers.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { adminOrder, byNumber, byParcel, version } from "./orders.ts";
import { nothing } from "./session.ts";

/** What can be done with a parcel: pack it, ship it once it is packed, ship what is due for a return, or nothing. */
const PACKING_STEPS = ["pack", "ship", "ship-replacement", "none"] as const;

const parcelToPack = z.object({
  number: z.string(),
  version: z.number(),
  receiver: z.string(),
  step: z.enum(PACKING_STEPS),
  /** Why nothing can be packed; empty otherwise. */
  problem: z.string(),
  /** What the parcel is, if not the order itself. */
  noun: z.nullable(z.enum(CHANGE_NOUNS)),
  isTest: z.boolean(),
  shippingMethod: z.string(),
  gift: z.nullable(z.object({ isWrapped: z.boolean(), message: z.string() })),
  items: z.array(
    z.object({
      title: z.string(),
      sku: z.string(),
      /** The digits under its barcode; null without one. */
      barcode: z.nullable(z.string()),
      quantity: z.number(),
      /** Units of each lot, as the slip has them. */
      lots: z.array(z.string()),
    }),
  ),
  /** What the parcel is likely to weigh and measure; null if nothing is to be packed. */
  last: z.nullable(packingProposal),
});
export type ParcelToPack = z.infer<typeof parcelToPack>;

const PACK = { tag: "Orders", permission: "fulfil_orders" } as const;

export const packingEndpoints = {
  readPacking: {
    ...PACK,
    method: "GET",
    path: "/packing",
    summary: "What belongs into the parcel of a packing slip, by its order number or AWB",
    query: z.object({
      code: textField({ max: 60, error: "That is no number of an order.", missing: "Please scan a packing slip." }),
    }),
    errorStatuses: [404],
    response: responseOf(parcelToPack),
  },
  packParcel: {
    ...PACK,
    method: "POST",
    path: "/orders/:number/packing",
    repeat: "seen",
    summary: "Mark an order as packed, and record what its parcel weighs and measures",
    params: byNumber,
    /** The measures: all of them, or none. */
    body: z.extend(z.partial(z.object(packing)), { version }),
    errorStatuses: [404, 409],
    response: responseOf(adminOrder),
  },
  addPackingPhoto: {
    ...PACK,
    method: "POST",
    path: "/orders/:number/packing-photo",
    repeat: "state",
    summary: "Store a photo of the parcel that was packed last, in place of an earlier one",
    params: byNumber,
    files: { file: { maxBytes: MAX_UPLOADED_PICTURE_BYTES } },
    errorStatuses: [404],
    response: responseOf(nothing),
  },
  downloadPackingPhoto: {
    ...PACK,
    method: "GET",
    path: "/orders/:number/packing-photo",
    summary: "The photo of a booked parcel, or of the one that was packed last, a WebP picture; kept for 90 days",
    params: byNumber,
    query: z.object({ awb: z.optional(byParcel.shape.awb) }),
    errorStatuses: [404],
    produces: "image/webp",
  },
} as const satisfies Record<string, AdminEndpoint>;
