import { date, index, pgTable, text, unique } from "drizzle-orm/pg-core";
import { atLeast } from "./checks.ts";
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
    /** The courier's reference or the bank's UTR. */
    reference: text().notNull(),
    receivedOn: date({ mode: "string" }).notNull(),
    recordedAt: timestamptz().notNull(),
  },
  (table) => [unique().on(table.reference, table.awb), index().on(table.orderId), atLeast(0, table.amountPaise)],
);
