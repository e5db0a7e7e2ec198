/** Orders of the shop before, to read. Amounts are rupees. */

import * as z from "zod/mini";
import { pageNumber, perPageOf } from "../catalogue/schemas.ts";
import { listOf } from "../responses.ts";
import { rupees } from "../rupees.ts";

/** The systems from which orders come. */
export const OLD_ORDER_SOURCES = ["shopify"] as const;

/** Old orders of a page. */
const OLD_ORDER_PAGE_SIZE = 20;

const line = z.object({
  title: z.string(),
  sku: z.string(),
  quantity: z.number(),
  /** Of one unit. */
  price: rupees,
});
/** A line as it is stored. */
export interface OldOrderLine {
  title: string;
  sku: string;
  quantity: number;
  pricePaise: number;
}

export const oldOrder = z.object({
  /** As the other shop writes it, such as #1001. */
  number: z.string(),
  placedAt: z.string(),
  /** In words of the other shop, such as "paid, fulfilled". */
  status: z.string(),
  total: rupees,
  refunded: rupees,
  lines: z.array(line),
});
export type OldOrder = z.infer<typeof oldOrder>;

export const oldOrderQuery = z.object({ page: pageNumber, perPage: perPageOf(OLD_ORDER_PAGE_SIZE) });
export const oldOrderList = z.object({
  ...listOf(oldOrder).shape,
  /** The day after the last order of the shop before, as 2026-12-01: all of these are from before it. Null without any. */
  before: z.nullable(z.string()),
});
export type OldOrderList = z.infer<typeof oldOrderList>;
