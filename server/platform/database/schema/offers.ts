/** Offers, their codes, and the orders that used them. */

import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { OFFER_KINDS } from "../../../../contract/admin/offers.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";
import { customer } from "./people.ts";

/** Row ids; an empty list excludes nothing. */
export interface OfferConditions {
  /** The products, categories or subcategories that it takes an amount off. */
  products: number[];
  categories: number[];
  customers: number[];
  /** The sets whose price is credited, for `set_credit`. */
  sets: number[];
  /** The variants to choose from, for `free_samples`. */
  samples?: number[];
}

export const offer = pgTable(
  "offer",
  {
    id: id(),
    /** As shoppers read it: "10% off your first order". */
    name: text().notNull(),
    kind: text({ enum: OFFER_KINDS }).notNull(),
    /** Whether it needs one of its codes; otherwise it is automatic. */
    needsCode: boolean().notNull(),
    /** The discount in percent, for `percentage`. */
    percent: smallint(),
    /** For `amount`, the discount. For `bundle_price`, the price of `buyUnits` units. */
    amountPaise: paise(),
    /** The units to buy, for `buy_x_get_y` and `bundle_price`. */
    buyUnits: smallint(),
    /** For `buy_x_get_y`, the units that are free with `buyUnits` others. For `free_samples`, how many a shopper may choose. */
    freeUnits: smallint(),
    /** Days after the set's delivery, for `set_credit`. */
    creditDays: smallint(),
    conditions: jsonb().$type<OfferConditions>().notNull(),
    /** Minimum price of the products to which it applies, before offers. */
    minPaise: paise().notNull().default(sql`0`),
    firstOrderOnly: boolean().notNull().default(false),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz(),
    maxUses: integer(),
    maxUsesPerCustomer: integer(),
    /** Number of unexpired orders that use it. Counted only with `maxUses`, because concurrent orders wait for the counter's row. */
    uses: integer().notNull().default(0),
    /** Incremented by every change of staff. */
    version: integer().notNull().default(1),
  },
  (table) => [
    oneOf(table.kind),
    check("offer_percent_check", sql`${table.percent} between 1 and 100`),
    atLeast(1, table.amountPaise),
    atLeast(1, table.buyUnits),
    atLeast(1, table.freeUnits),
    atLeast(1, table.creditDays),
    atLeast(0, table.minPaise),
    atLeast(1, table.maxUsesPerCustomer),
    check(
      "offer_values_check",
      sql`case ${table.kind}
        when 'percentage' then ${table.percent} is not null
        when 'amount' then ${table.amountPaise} is not null
        when 'buy_x_get_y' then ${table.buyUnits} is not null and ${table.freeUnits} is not null
        when 'bundle_price' then ${table.buyUnits} is not null and ${table.amountPaise} is not null
        when 'set_credit' then ${table.creditDays} is not null and not ${table.needsCode}
        when 'free_samples' then ${table.freeUnits} is not null and not ${table.needsCode}
        else true end`,
    ),
    check("offer_uses_check", sql`${table.uses} between 0 and coalesce(${table.maxUses}, ${table.uses})`),
    check("offer_ends_at_check", sql`${table.endsAt} >= ${table.startsAt}`),
    index("offer_automatic_ends_at_index").on(table.endsAt).where(sql`not needs_code`),
  ],
);

/** A code in capitals, as shoppers type it. */
export const offerCode = pgTable(
  "offer_code",
  {
    code: text().primaryKey(),
    offerId: rowId()
      .notNull()
      .references(() => offer.id, { onDelete: "cascade" }),
  },
  (table) => [check("offer_code_code_check", sql`${table.code} = upper(${table.code})`), index().on(table.offerId)],
);

/** The code in a customer's cart. Has no foreign key: the row stays when the code is deleted, so that the cart can say so. */
export const cartCode = pgTable("cart_code", {
  customerId: rowId()
    .primaryKey()
    .references(() => customer.id, { onDelete: "cascade" }),
  code: text().notNull(),
});

/**
 * The free samples that a customer has chosen, one unit of each. Has no foreign key to the variant: a variant that no longer exists is not
 * offered.
 */
export const cartSample = pgTable(
  "cart_sample",
  {
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    variantId: rowId().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.variantId] })],
);

/** An order's use of an offer. */
export const offerRedemption = pgTable(
  "offer_redemption",
  {
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    offerId: rowId()
      .notNull()
      .references(() => offer.id),
    customerId: rowId().notNull(),
    discountPaise: paise().notNull(),
    /** The order of the set, which is credited once, for `set_credit`. */
    setOrderId: rowId(),
    /** The set in that order; null in rows of older versions. */
    setProductId: rowId(),
    /** Whether it no longer counts, because the order expired, was cancelled, or never reached its customer. */
    released: boolean().notNull().default(false),
    /** Whether the set was taken back without charging for its credit, because the shop was at fault. */
    forgiven: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.offerId] }),
    atLeast(0, table.discountPaise),
    index().on(table.customerId),
    index().on(table.offerId),
    uniqueIndex("offer_redemption_set_order_id_index").on(table.setOrderId).where(sql`not released`),
  ],
);
