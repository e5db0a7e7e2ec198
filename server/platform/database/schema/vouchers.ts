/** Receipt and refund vouchers: the papers of what is paid before its supply is invoiced (rules 50 and 51 of the CGST rules). */

import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import { atLeast } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";
import { payment, refund } from "./payments.ts";

export const receiptVoucher = pgTable(
  "receipt_voucher",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    /** Which of the order's receipt vouchers, from 1. */
    position: smallint().notNull(),
    paymentId: rowId()
      .notNull()
      .unique("receipt_voucher_payment_id_unique")
      .references(() => payment.id, { onDelete: "cascade" }),
    /** Consecutive within its series and financial year. */
    number: text().notNull().unique("receipt_voucher_number_unique"),
    amountPaise: paise().notNull(),
    issuedAt: timestamptz().notNull(),
  },
  (table) => [
    unique("receipt_voucher_order_id_position_unique").on(table.orderId, table.position),
    index().on(table.issuedAt),
    atLeast(1, table.position),
    atLeast(1, table.amountPaise),
    check("receipt_voucher_number_check", sql`length(${table.number}) <= 16`),
  ],
);

/** The latest receipt voucher number of each series in each financial year. */
export const receiptVoucherCounter = pgTable(
  "receipt_voucher_counter",
  { year: text().notNull(), series: text().notNull().default(""), last: integer().notNull() },
  (table) => [primaryKey({ columns: [table.year, table.series] }), atLeast(0, table.last)],
);

export const refundVoucher = pgTable(
  "refund_voucher",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    /** Which of the order's refund vouchers, from 1. */
    position: smallint().notNull(),
    /** The voucher of the payment that is refunded. */
    receiptId: rowId()
      .notNull()
      .references(() => receiptVoucher.id, { onDelete: "cascade" }),
    refundId: rowId()
      .notNull()
      .unique("refund_voucher_refund_id_unique")
      .references(() => refund.id, { onDelete: "cascade" }),
    number: text().notNull().unique("refund_voucher_number_unique"),
    amountPaise: paise().notNull(),
    issuedAt: timestamptz().notNull(),
  },
  (table) => [
    unique("refund_voucher_order_id_position_unique").on(table.orderId, table.position),
    index().on(table.issuedAt),
    index().on(table.receiptId),
    atLeast(1, table.position),
    atLeast(1, table.amountPaise),
    check("refund_voucher_number_check", sql`length(${table.number}) <= 16`),
  ],
);

/** The latest refund voucher number of each series in each financial year. */
export const refundVoucherCounter = pgTable(
  "refund_voucher_counter",
  { year: text().notNull(), series: text().notNull().default(""), last: integer().notNull() },
  (table) => [primaryKey({ columns: [table.year, table.series] }), atLeast(0, table.last)],
);
