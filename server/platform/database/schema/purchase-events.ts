/** What services that measure purchases are told, once each, of orders whose customers have allowed it. */

import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { PURCHASE_SERVICES } from "../../../../contract/measurement.ts";
import { oneOf } from "./checks.ts";
import { rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";

/**
 * The consent of an order's customer to telling one service of it, and whether that was done. A trigger adds the job that does it in the
 * transaction that confirms the order (functions/purchase-events.sql).
 */
export const purchaseEvent = pgTable(
  "purchase_event",
  {
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    service: text({ enum: PURCHASE_SERVICES }).notNull(),
    consentedAt: timestamptz().notNull(),
    /** The question that was shown. */
    wording: text().notNull(),
    /** How the service recognises the browser; null if it does not, and once the service was told. */
    clientId: text(),
    /** What the browser calls itself; likewise. */
    userAgent: text(),
    /** When the order was confirmed. */
    purchasedAt: timestamptz(),
    sentAt: timestamptz(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.service] }),
    oneOf(table.service),
    // For deleting what was never sent.
    index("purchase_event_unsent_consented_at_index").on(table.consentedAt).where(sql`sent_at is null`),
  ],
);
