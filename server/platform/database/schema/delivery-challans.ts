/** Delivery challans: the papers of parcels that no invoice travels with (rule 55 of the CGST rules). */

import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { customerOrder, shipment } from "./orders.ts";

/** Why a parcel needs one: it replaces returned goods, is a further parcel of one invoice, or holds only what is given away. */
export const CHALLAN_REASONS = ["replacement", "further_parcel", "gift"] as const;
export type ChallanReason = (typeof CHALLAN_REASONS)[number];

export const deliveryChallan = pgTable(
  "delivery_challan",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    /** The challan's position within its order, from 1. */
    position: smallint().notNull(),
    shipmentId: rowId()
      .notNull()
      .unique("delivery_challan_shipment_id_unique")
      .references(() => shipment.id, { onDelete: "cascade" }),
    /** Consecutive within its series and financial year. */
    number: text().notNull().unique("delivery_challan_number_unique"),
    reason: text({ enum: CHALLAN_REASONS }).notNull(),
    issuedAt: timestamptz().notNull(),
  },
  (table) => [
    unique("delivery_challan_order_id_position_unique").on(table.orderId, table.position),
    index().on(table.issuedAt),
    oneOf(table.reason),
    atLeast(1, table.position),
    check("delivery_challan_number_check", sql`length(${table.number}) <= 16`),
  ],
);

/** The latest delivery challan number of each series in each financial year. */
export const deliveryChallanCounter = pgTable(
  "delivery_challan_counter",
  { year: text().notNull(), series: text().notNull().default(""), last: integer().notNull() },
  (table) => [primaryKey({ columns: [table.year, table.series] }), atLeast(0, table.last)],
);
