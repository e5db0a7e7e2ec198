import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { product } from "./catalogue.ts";
import { id, moment } from "./columns.ts";
import { customerOrder } from "./orders.ts";

/** Stock and its ledger, written by server/stock/ alone. */

/** The units of a product. Available are those on hand that are not reserved; `product.stock` repeats that number for listings. */
export const stock = pgTable(
  "stock",
  {
    productId: integer()
      .primaryKey()
      .references(() => product.id, { onDelete: "cascade" }),
    onHand: integer().notNull().default(0),
    /** For orders that await their payment. */
    reserved: integer().notNull().default(0),
  },
  (table) => [check("stock_reserved_on_hand", sql`${table.reserved} between 0 and ${table.onHand}`)],
);

/**
 * Why units moved. `received`: delivered to the shop. `reserved`: an order awaits its payment. `released`: that order ended unpaid. `sold`:
 * it was paid. `returned`: a sale was reversed and its units can be sold again. `adjusted`: counted or imported, with a reason.
 */
export type StockMovementKind = "received" | "reserved" | "released" | "sold" | "returned" | "adjusted";

export const stockMovement = pgTable(
  "stock_movement",
  {
    id: id(),
    /** No foreign key: the ledger outlives the product. */
    productId: integer().notNull(),
    kind: text().$type<StockMovementKind>().notNull(),
    /** Below 0 only where an adjustment takes units away. */
    quantity: integer().notNull(),
    orderId: integer().references(() => customerOrder.id, { onDelete: "set null" }),
    reason: text().notNull().default(""),
    at: moment().notNull().defaultNow(),
  },
  (table) => [
    index("stock_movement_by_product").on(table.productId, table.id),
    index("stock_movement_by_order").on(table.orderId).where(sql`order_id is not null`),
    check(
      "stock_movement_kind_known",
      sql`${table.kind} in ('received', 'reserved', 'released', 'sold', 'returned', 'adjusted')`,
    ),
    check(
      "stock_movement_quantity_positive",
      sql`${table.quantity} > 0 or (${table.kind} = 'adjusted' and ${table.quantity} < 0)`,
    ),
    check("stock_movement_adjustment_explained", sql`${table.kind} <> 'adjusted' or ${table.reason} <> ''`),
  ],
);
