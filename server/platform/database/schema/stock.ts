/** Stock, its lots and its ledger. Only server/selling/stock/ writes them. */

import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { variant } from "./catalogue.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { customerOrder, orderItem } from "./orders.ts";

/**
 * The units of a variant. Available units are on hand and not reserved. Has no triggers and no further indexes, because each sale writes
 * it.
 */
export const stock = pgTable(
  "stock",
  {
    variantId: rowId()
      .primaryKey()
      .references(() => variant.id, { onDelete: "cascade" }),
    onHand: integer().notNull().default(0),
    /** Units reserved for orders that await their payment, and for changes of orders that do. */
    reserved: integer().notNull().default(0),
  },
  (table) => [
    atLeast(0, table.onHand),
    check("stock_reserved_check", sql`${table.reserved} between 0 and ${table.onHand}`),
  ],
);

/**
 * Why units moved. `received`: delivered to the shop. `reserved`: an order, or a change of one, awaits its payment. `released`: it ended unpaid. `sold`:
 * it was paid. `returned`: a sale was reversed and its units came back to the stock. `written_off`: a sale was reversed and its units are
 * lost or spoilt; they left the stock when they were sold. `adjusted`: counted or imported, with a reason. `withheld`: the life of their lot
 * is too short, or the lot is recalled. `restored`: a withheld lot is sold again.
 */
export const STOCK_MOVEMENT_KINDS = [
  "received",
  "reserved",
  "released",
  "sold",
  "returned",
  "written_off",
  "adjusted",
  "withheld",
  "restored",
] as const;
export type StockMovementKind = (typeof STOCK_MOVEMENT_KINDS)[number];

export const stockMovement = pgTable(
  "stock_movement",
  {
    id: id(),
    /** No foreign key: the ledger outlives the variant. */
    variantId: rowId().notNull(),
    kind: text({ enum: STOCK_MOVEMENT_KINDS }).notNull(),
    /** Negative only for an adjustment that takes units away. */
    quantity: integer().notNull(),
    orderId: rowId().references(() => customerOrder.id, { onDelete: "set null" }),
    /** Null if the movement names no lot; `lot_allocation` has the lots of sold units. Has no foreign key, which each sale would check. */
    lotId: rowId(),
    reason: text().notNull().default(""),
    /** The member of staff who caused it; empty for orders, commands and files. */
    author: text().notNull().default(""),
    at: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.variantId, table.id),
    index().on(table.orderId).where(sql`order_id is not null`),
    oneOf(table.kind),
    check(
      "stock_movement_quantity_check",
      sql`${table.quantity} > 0 or (${table.kind} = 'adjusted' and ${table.quantity} < 0)`,
    ),
    check("stock_movement_reason_check", sql`${table.kind} <> 'adjusted' or ${table.reason} <> ''`),
  ],
);

/** When a variant had no available units, to the hour. Demand is measured without these times. */
export const soldOutTime = pgTable(
  "sold_out_time",
  {
    id: id(),
    variantId: rowId()
      .notNull()
      .references(() => variant.id, { onDelete: "cascade" }),
    since: timestamptz().notNull(),
    /** Null while it is sold out. */
    until: timestamptz(),
  },
  (table) => [
    uniqueIndex("sold_out_time_open_variant_id_index").on(table.variantId).where(sql`until is null`),
    index().on(table.variantId, table.since),
    check("sold_out_time_until_check", sql`${table.until} >= ${table.since}`),
  ],
);

/**
 * What the month on a pack means. `use_before`: good until the day before the month begins. `expiry`: good until its last day. (Cosmetics
 * Rules 2020, rule 34)
 */
export const LOT_LIFE_KINDS = ["use_before", "expiry"] as const;
export type LotLifeKind = (typeof LOT_LIFE_KINDS)[number];

/** A lot of a variant: units of one batch. A row changes only while the stock of its variant is locked. */
export const lot = pgTable(
  "lot",
  {
    id: id(),
    /** Has no foreign key, because a recall outlives the variant. */
    variantId: rowId().notNull(),
    /** The number as printed on the pack. All sizes of one batch share it. */
    number: text().notNull(),
    manufacturedOn: date({ mode: "string" }),
    lifeKind: text({ enum: LOT_LIFE_KINDS }),
    /** The first day of the month on the pack. */
    lifeMonth: date({ mode: "string" }),
    /** Null if it keeps indefinitely. */
    lastGoodDay: date({ mode: "string" }),
    /** Part of the stock's `onHand`; units on hand beyond the lots belong to no lot. */
    onHand: integer().notNull().default(0),
    /** Units in the shop that are not sold; not part of the stock. */
    withheld: integer().notNull().default(0),
    /** Whether units that arrive or come back are withheld as well. */
    isWithheld: boolean().notNull().default(false),
    recalledAt: timestamptz(),
    /** The explanation for customers; empty unless the lot is recalled. */
    recallReason: text().notNull().default(""),
    receivedAt: timestamptz().notNull(),
  },
  (table) => [
    unique("lot_variant_id_number_unique").on(table.variantId, table.number),
    index().on(table.number),
    oneOf(table.lifeKind),
    atLeast(0, table.onHand),
    atLeast(0, table.withheld),
    check(
      "lot_life_check",
      sql`(${table.lifeKind} is null) = (${table.lifeMonth} is null) and (${table.lifeKind} is null) = (${table.lastGoodDay} is null)`,
    ),
    check("lot_recall_reason_check", sql`(${table.recalledAt} is null) = (${table.recallReason} = '')`),
  ],
);

/** The units of an order's item that were sold from a lot. */
export const lotAllocation = pgTable(
  "lot_allocation",
  {
    orderId: rowId().notNull(),
    /** Position of the item in the order. */
    position: smallint().notNull(),
    lotId: rowId()
      .notNull()
      .references(() => lot.id),
    quantity: integer().notNull(),
    /** Number of these that came back to the lot. */
    restockedQuantity: integer().notNull().default(0),
    /** Number of these that were lost or came back spoilt. */
    writtenOffQuantity: integer().notNull().default(0),
    /** When the customer was emailed about the recall. */
    recallMailedAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position, table.lotId] }),
    foreignKey({
      name: "lot_allocation_order_item_fk",
      columns: [table.orderId, table.position],
      foreignColumns: [orderItem.orderId, orderItem.position],
    }).onDelete("cascade"),
    index().on(table.lotId),
    atLeast(1, table.quantity),
    check(
      "lot_allocation_remaining_check",
      sql`${table.restockedQuantity} >= 0 and ${table.writtenOffQuantity} >= 0 and ${table.restockedQuantity} + ${table.writtenOffQuantity} <= ${table.quantity}`,
    ),
  ],
);
