/** What a cancellation or a return would change; nothing is stored. Amounts are rupees. */

import * as z from "zod/mini";

export const removalPreview = z.object({
  /** How much less the order costs, negative if it costs more by an exchange; sent with the request. */
  amount: z.number(),
  /** What of it is refunded; less for an order that is not paid in full yet. */
  refund: z.number(),
  /** What is still to be paid on delivery. */
  balance: z.number(),
  /** What the rest costs, with its shipping and fees; null if nothing stays. */
  kept: z.nullable(z.number()),
  /** Sentences for the customer: why it is less than was paid for the items, and which free samples go with them. */
  reasons: z.array(z.string()),
  /** What comes in exchange, at today's prices; null without an exchange. */
  exchange: z.nullable(
    z.object({
      units: z.array(z.object({ title: z.string(), size: z.string(), quantity: z.number(), price: z.number() })),
      /** What the customer pays for it by a link, once the return is accepted; 0 if it costs no more. */
      due: z.number(),
    }),
  ),
});
export type RemovalPreview = z.infer<typeof removalPreview>;
