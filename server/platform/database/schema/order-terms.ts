/** The terms by which orders were priced. */

import { jsonb, pgTable } from "drizzle-orm/pg-core";
import type { OfferKind } from "../../../../contract/admin/offers.ts";
import type { Paise } from "../../../base/money.ts";
import { rowId } from "./columns.ts";
import type { OfferConditions } from "./offers.ts";
import { customerOrder } from "./orders.ts";

/** A line of a cart or an order, as far as offers depend on it. */
export interface TermsLine {
  /** Identifies it within its cart or order. */
  position: number;
  variantId: number;
  quantity: number;
  pricePaise: Paise;
}

/** An offer as far as the price of an order depends on it. */
export interface OfferTerms {
  id: number;
  name: string;
  kind: OfferKind;
  /** Null for an automatic offer. */
  code: string | null;
  percent: number | null;
  amountPaise: Paise | null;
  buyUnits: number | null;
  freeUnits: number | null;
  minPaise: Paise;
  /** The positions of the lines that it covers. */
  covers: readonly number[];
  /** By what it covers lines, which decides about further lines; missing in orders of older versions. */
  conditions?: Pick<OfferConditions, "products" | "categories" | "sets">;
  /** What a set's credit takes off at most, and of which order the set is; null for other kinds. */
  credit: { orderId: number; productId: number; pricePaise: Paise } | null;
}

/** What a shipping method costs from a weight on. */
export interface ShippingBand {
  fromGrams: number;
  pricePaise: Paise;
  /** The value of the goods from which it is free; null if it never is. */
  freeFromPaise: Paise | null;
}

/**
 * The terms by which an order was priced: with them, fewer of its units can be priced alone, whatever has become of offers, categories and
 * rates since. Fees and the prices of units are those of the order.
 */
export interface OrderTerms {
  /** The offers that its customer could have had then, whether they applied or not; of codes, credits and samples those that applied. */
  offers: readonly OfferTerms[];
  /** The rates of its shipping method, by weight; empty if shipping is free. */
  shipping: readonly ShippingBand[];
  /** The weight of one unit of each item, by its position; 0 if it was unknown. */
  grams: readonly number[];
  /** Units that are gone by the shop's fault, by position: they still earn the offers of what stays. Missing without any. */
  earning?: readonly TermsLine[];
}

/** Has a table of its own, because only changes of what an order holds read it. Orders of older versions have none. */
export const orderTerms = pgTable("order_terms", {
  orderId: rowId()
    .primaryKey()
    .references(() => customerOrder.id, { onDelete: "cascade" }),
  terms: jsonb().$type<OrderTerms>().notNull(),
});
