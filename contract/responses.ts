/**
 * The envelopes of successful responses: `success: true`, the HTTP status again as `statusCode`, and `data`; a list adds
 * its paging. Errors are in errors.ts.
 */

import * as z from "zod/mini";

export const responseOf = <T extends z.core.$ZodType>(data: T) =>
  z.object({ success: z.literal(true), statusCode: z.number(), data });

export const listOf = <T extends z.core.$ZodType>(entry: T) =>
  z.object({
    success: z.literal(true),
    statusCode: z.number(),
    data: z.array(entry),
    perPage: z.number(),
    page: z.number(),
    totalData: z.number(),
    totalPages: z.number(),
  });

/** Returns the number of pages for `totalData` entries, at least 1. */
export function totalPagesOf(totalData: number, perPage: number): number {
  return Math.max(1, Math.ceil(totalData / perPage));
}
