import { boolean, date, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { CASH_LIST_KINDS } from "../../../../contract/admin/cash.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";

/** Cash that a courier collected for an order and paid to the shop. */
export const cashRemittance = pgTable(
  "cash_remittance",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    awb: text().notNull(),
    amountPaise: paise().notNull(),
    /** The courier's reference. */
    reference: text().notNull(),
    /** The bank's reference for the transfer (UTR). */
    utr: text(),
    receivedOn: date({ mode: "string" }).notNull(),
    recordedAt: timestamptz().notNull(),
  },
  (table) => [
    unique().on(table.reference, table.awb),
    index().on(table.orderId),
    index().on(table.receivedOn).concurrently(),
    atLeast(0, table.amountPaise),
  ],
);

/** Customers who may never pay cash on delivery, or may despite most rules. */
export const cashListEntry = pgTable(
  "cash_list_entry",
  {
    kind: text({ enum: CASH_LIST_KINDS }).notNull(),
    /** Normalised: an email in lower case, a mobile number of 10 digits, or a pincode of 6. */
    value: text().notNull(),
    /** True if the entry blocks, false if it allows. */
    isBlocked: boolean().notNull(),
    /** A note for staff; may be empty. */
    reason: text().notNull().default(""),
    /** The name that the member of staff had then; empty for a command. */
    author: text().notNull().default(""),
    createdAt: timestamptz().notNull(),
    /** When it ends, a year after an erasure of who is blocked; null for all others. */
    endsAt: timestamptz(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.value] }), oneOf(table.kind)],
);
