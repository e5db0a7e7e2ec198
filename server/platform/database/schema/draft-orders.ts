import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { variant } from "./catalogue.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { customerOrder, type PostalAddress } from "./orders.ts";
import { customer } from "./people.ts";

/** Orders that staff has created for a customer; each becomes an order when its customer opens the payment. */
export const draftOrder = pgTable(
  "draft_order",
  {
    id: id(),
    /** SHA-256 of the link's token, which only the email contains. */
    tokenHash: text().notNull().unique("draft_order_token_hash_unique"),
    customerId: rowId()
      .notNull()
      .references(() => customer.id),
    name: text().notNull(),
    mobile: text().notNull(),
    address: jsonb().$type<PostalAddress>().notNull(),
    message: text().notNull(),
    /** The name that the member of staff had then. */
    author: text().notNull(),
    createdAt: timestamptz().notNull(),
    validUntil: timestamptz().notNull(),
    cancelledAt: timestamptz("withdrawn_at"),
    /** The order of the latest attempt to pay. */
    orderId: rowId().references(() => customerOrder.id, { onDelete: "set null" }),
    /** Incremented by every change of staff. */
    version: integer().notNull().default(1),
  },
  (table) => [index().on(table.customerId), index().on(table.orderId)],
);

/** Links of earlier emails to the same customer, which still work. */
export const draftOrderFormerLink = pgTable(
  "draft_order_former_link",
  {
    /** SHA-256 of the link's token. */
    tokenHash: text().primaryKey(),
    draftId: rowId()
      .notNull()
      .references(() => draftOrder.id, { onDelete: "cascade" }),
  },
  (table) => [index().on(table.draftId)],
);

export const draftOrderItem = pgTable(
  "draft_order_item",
  {
    draftId: rowId()
      .notNull()
      .references(() => draftOrder.id, { onDelete: "cascade" }),
    variantId: rowId()
      .notNull()
      .references(() => variant.id, { onDelete: "cascade" }),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.draftId, table.variantId] }),
    index().on(table.variantId),
    check("draft_order_item_quantity_check", sql`${table.quantity} > 0`),
  ],
);
