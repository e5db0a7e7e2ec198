import { boolean, date, index, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
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
    /** The bank's number of the transfer (UTR). */
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

export const CASH_LIST_KINDS = ["email", "mobile", "pincode"] as const;
export type CashListKind = (typeof CASH_LIST_KINDS)[number];

/** Who may never pay in cash on delivery, and who may in spite of most rules. */
export const cashListEntry = pgTable(
  "cash_list_entry",
  {
    kind: text({ enum: CASH_LIST_KINDS }).notNull(),
    /** Normalised: an email in small letters, 10 digits, or 6. */
    value: text().notNull(),
    /** Otherwise it allows. */
    isBlocked: boolean().notNull(),
    /** For staff; may be empty. */
    reason: text().notNull().default(""),
    /** The member of staff, by the name of then; empty for a command. */
    author: text().notNull().default(""),
    createdAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.value] }), oneOf(table.kind)],
);
