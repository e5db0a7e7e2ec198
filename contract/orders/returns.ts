import * as z from "zod/mini";
import { picture } from "../pictures.ts";

/** Returns of orders or parts of them. */

export const RETURN_STATES = ["requested", "approved", "received", "accepted", "declined"] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

export const orderReturn = z.object({
  state: z.enum(RETURN_STATES),
  reason: z.string(),
  /** Why it was declined; empty otherwise. */
  answer: z.string(),
  requestedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  lines: z.array(
    z.object({
      /** Position of the item in the order. */
      position: z.number(),
      quantity: z.number(),
      /** The units that have arrived; null until then. */
      receivedQuantity: z.nullable(z.number()),
      /** The units of those that are replaced; once accepted, the others are refunded. */
      replacedQuantity: z.number(),
    }),
  ),
  photos: z.array(picture),
});
export type OrderReturn = z.infer<typeof orderReturn>;
