/** What couriers charge for parcels. Amounts are without GST unless they say so. */

import { date, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { atLeast } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { shipment } from "./orders.ts";

/** What a courier's bill says about a parcel. */
export const courierCharge = pgTable(
  "courier_charge",
  {
    id: id(),
    shipmentId: rowId()
      .notNull()
      .references(() => shipment.id, { onDelete: "cascade" }),
    /** The number of the bill; empty for what was entered by hand without one. */
    reference: text().notNull(),
    billedOn: date({ mode: "string" }).notNull(),
    forwardPaise: paise().notNull(),
    /** The way back of a parcel that was refused or returned. */
    returnPaise: paise().notNull(),
    /** For collecting cash. */
    codPaise: paise().notNull(),
    otherPaise: paise().notNull(),
    /** The GST on these, which is input credit. */
    gstPaise: paise().notNull(),
    recordedAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex().on(table.reference, table.shipmentId),
    index().on(table.shipmentId),
    index().on(table.billedOn),
    atLeast(0, table.forwardPaise),
    atLeast(0, table.returnPaise),
    atLeast(0, table.codPaise),
    atLeast(0, table.otherPaise),
    atLeast(0, table.gstPaise),
  ],
);

/** The share of a charge, without GST, that an item of the order bears. */
export const courierChargeShare = pgTable(
  "courier_charge_share",
  {
    chargeId: rowId()
      .notNull()
      .references(() => courierCharge.id, { onDelete: "cascade" }),
    /** Position of the item in the order. */
    position: integer().notNull(),
    amountPaise: paise().notNull(),
  },
  (table) => [primaryKey({ columns: [table.chargeId, table.position] }), atLeast(0, table.amountPaise)],
);
