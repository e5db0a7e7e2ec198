/** Orders of the shop before, to read. Nothing counts them: no number, tax, stock, report or refund. */

import { index, integer, jsonb, pgTable, text, unique } from "drizzle-orm/pg-core";
import { OLD_ORDER_SOURCES, type OldOrderLine } from "../../../../contract/orders/old-orders.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { movedPeopleFile } from "./moves.ts";

export const oldOrder = pgTable(
  "old_order",
  {
    id: id(),
    /** The system from which it comes: order numbers are unique within one. */
    source: text({ enum: OLD_ORDER_SOURCES }).notNull(),
    /** As that shop writes it, such as #1001. */
    number: text().notNull(),
    /** In lower case. It belongs to the account with this email, also to one that comes later. */
    email: text().notNull(),
    name: text().notNull(),
    placedAt: timestamptz().notNull(),
    /** In words of that shop, such as "paid, fulfilled". */
    status: text().notNull(),
    totalPaise: paise().notNull(),
    refundedPaise: paise().notNull(),
    lines: jsonb().$type<OldOrderLine[]>().notNull(),
    city: text().notNull(),
    /** How many units of all lines. */
    units: integer().notNull(),
    /** The file that has brought it; null once that is deleted. */
    fileId: rowId().references(() => movedPeopleFile.id, { onDelete: "set null" }),
  },
  (table) => [
    unique("old_order_number_unique").on(table.source, table.number),
    index().on(table.email, table.placedAt),
    index().on(table.placedAt),
    index().on(table.fileId, table.id),
    oneOf(table.source),
    atLeast(0, table.totalPaise),
    atLeast(0, table.refundedPaise),
  ],
);
