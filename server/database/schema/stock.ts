import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { variant } from "./catalogue.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";

/** Stock and its ledger. Only server/stock/ writes them. */

/** The units of a variant. Those on hand and not reserved are available. Without triggers and further indexes, since each sale writes it. */
export const stock = pgTable(
  "stock",
  {
    variantId: rowId()
      .primaryKey()
      .references(() => variant.id, { onDelete: "cascade" }),
    onHand: integer().notNull().default(0),
    /** For orders that await their payment. */
    reserved: integer().notNull().default(0),
  },
  (table) => [
    atLeast(0, table.onHand),
    check("stock_reserved_check", sql`${table.reserved} between 0 and ${table.onHand}`),
  ],
);

/**
 * Why units moved. `received`: delivered to the shop. `reserved`: an order awaits its payment. `released`: that order ended unpaid. `sold`:
 * it was paid. `returned`: a sale was reversed and its units can be sold again. `adjusted`: counted or imported, with a reason.
 */
export const STOCK_MOVEMENT_KINDS = ["received", "reserved", "released", "sold", "returned", "adjusted"] as const;
export type StockMovementKind = (typeof STOCK_MOVEMENT_KINDS)[number];

export const stockMovement = pgTable(
  "stock_movement",
  {
    id: id(),
    /** No foreign key: the ledger outlives the variant. */
    variantId: rowId().notNull(),
    kind: text({ enum: STOCK_MOVEMENT_KINDS }).notNull(),
    /** Below 0 only where an adjustment takes units away. */
    quantity: integer().notNull(),
    orderId: rowId().references(() => customerOrder.id, { onDelete: "set null" }),
    reason: text().notNull().default(""),
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
