/** Tax documents as they were issued. */

import { sql } from "drizzle-orm";
import { jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { atLeast, oneOf } from "./checks.ts";
import { rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";

export const ISSUED_KINDS = [
  "invoice",
  "credit_note",
  "delivery_challan",
  "receipt_voucher",
  "refund_voucher",
] as const;
export type IssuedKind = (typeof ISSUED_KINDS)[number];

/**
 * What an invoice, a credit note, a delivery challan or a voucher states, composed when it was issued. Rows are never changed: an amended copy is a
 * further revision. A document of an earlier release gets its row when it is first read.
 */
export const issuedDocument = pgTable(
  "issued_document",
  {
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    kind: text({ enum: ISSUED_KINDS }).notNull(),
    /** Which of the order's documents of this kind, from 1. */
    position: smallint().notNull(),
    /** 1 is the document as issued; amended copies follow. */
    revision: smallint().notNull().default(sql`1`),
    /** The format of the content (server/orders/orders/invoice/issued-documents.ts). */
    format: smallint().notNull(),
    /** All particulars except number and date, which its own row has. */
    content: jsonb().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.kind, table.position, table.revision] }),
    oneOf(table.kind),
    atLeast(1, table.position),
    atLeast(1, table.revision),
    atLeast(1, table.format),
  ],
);
