/** Credit notes, which reverse an invoice or parts of it. */

import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import { atLeast, oneOf } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { customerOrder, orderItem } from "./orders.ts";
import { refund } from "./payments.ts";

/** `deficient`: refunded without a return, for example goods that arrived broken. `shipping`: only shipping and fees, without units. */
export const CREDIT_REASONS = ["cancelled", "lost", "came_back", "returned", "deficient", "shipping"] as const;
export type CreditReason = (typeof CREDIT_REASONS)[number];

export const creditNote = pgTable(
  "credit_note",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    /** The note's position within its order, from 1. */
    position: smallint().notNull(),
    /** Consecutive within its series and financial year. */
    number: text().notNull().unique("credit_note_number_unique"),
    /** Null if nothing was left to refund, for example after a refund in the provider's dashboard. */
    refundId: rowId().references(() => refund.id, { onDelete: "set null" }),
    reason: text({ enum: CREDIT_REASONS }).notNull(),
    /** Why it credits less than was paid for its units, for the customer; may be empty. */
    note: text().notNull().default(""),
    issuedAt: timestamptz().notNull(),
  },
  (table) => [
    unique("credit_note_order_id_position_unique").on(table.orderId, table.position),
    index().on(table.issuedAt),
    index().on(table.refundId),
    oneOf(table.reason),
    atLeast(1, table.position),
    check("credit_note_number_check", sql`length(${table.number}) <= 16`),
  ],
);

/** Credited units of an order item. HSN, tax rate and price are those of the item. */
export const creditNoteLine = pgTable(
  "credit_note_line",
  {
    creditNoteId: rowId()
      .notNull()
      .references(() => creditNote.id, { onDelete: "cascade" }),
    orderId: rowId().notNull(),
    /** Position of the item in the order. */
    position: smallint().notNull(),
    /** 0 if only an amount is credited: shipping, or what was retained when its units were credited. */
    quantity: integer().notNull(),
    /** Taxable value and GST parts of these units, including shipping. */
    taxablePaise: paise().notNull(),
    cgstPaise: paise().notNull(),
    sgstPaise: paise().notNull(),
    igstPaise: paise().notNull(),
    /** Their share of shipping and fees. */
    shippingPaise: paise().notNull().default(sql`0`),
  },
  (table) => [
    primaryKey({ columns: [table.creditNoteId, table.position] }),
    foreignKey({
      name: "credit_note_line_order_item_fk",
      columns: [table.orderId, table.position],
      foreignColumns: [orderItem.orderId, orderItem.position],
    }).onDelete("cascade"),
    index().on(table.orderId, table.position),
    check(
      "credit_note_line_quantity_check",
      sql`${table.quantity} > 0 or (${table.quantity} = 0 and ${table.taxablePaise} + ${table.cgstPaise} + ${table.sgstPaise} + ${table.igstPaise} > 0)`,
    ),
    atLeast(0, table.taxablePaise),
    atLeast(0, table.cgstPaise),
    atLeast(0, table.sgstPaise),
    atLeast(0, table.igstPaise),
    atLeast(0, table.shippingPaise),
  ],
);
