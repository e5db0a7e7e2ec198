/** Returns of orders or parts of them. */

import * as z from "zod/mini";
import { picture } from "../pictures.ts";

export const RETURN_STATES = ["requested", "approved", "received", "accepted", "declined"] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** What a customer asks for in exchange: units of another size of the item at a position. */
export const requestedSize = z.object({
  position: z.number(),
  sku: z.string(),
  title: z.string(),
  size: z.string(),
  quantity: z.number(),
});

export const orderReturn = z.object({
  state: z.enum(RETURN_STATES),
  reason: z.string(),
  /** Whether the customer reports a defect, which is possible after the return period, too. */
  isDefect: z.boolean(),
  /** Why the return was declined; empty otherwise. */
  answer: z.string(),
  requestedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  lines: z.array(
    z.object({
      /** Position of the item in the order. */
      position: z.number(),
      quantity: z.number(),
      /** Units that have arrived; null until the parcel is received. */
      receivedQuantity: z.nullable(z.number()),
      /** How many of the received units are replaced; the others are refunded or exchanged once the return is accepted. */
      replacedQuantity: z.number(),
    }),
  ),
  /** The items of the order that came in exchange; empty without one. */
  exchange: z.array(z.object({ /** Position of the item in the order. */ position: z.number(), quantity: z.number() })),
  /** What the customer asked for; empty for a refund. Staff decides. */
  requestedExchange: z.array(requestedSize),
  photos: z.array(picture),
});
export type OrderReturn = z.infer<typeof orderReturn>;

/** For each item of an order, the other sizes of its product that are in stock; an item without any is omitted. */
export const exchangeSizes = z.array(
  z.object({
    /** Position of the item in the order. */
    position: z.number(),
    sizes: z.array(z.object({ sku: z.string(), size: z.string() })),
  }),
);
export type ExchangeSizes = z.infer<typeof exchangeSizes>;
