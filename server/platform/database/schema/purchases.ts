/** What the shop has bought, and what its units cost. Amounts are without GST unless they say so. */

import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Paise } from "../../../base/money.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";

/** A bigint, because a delivery may be worth more than an integer holds. */
const sum = () => bigint({ mode: "number" }).$type<Paise>().notNull();

export const supplier = pgTable(
  "supplier",
  {
    id: id(),
    name: text().notNull(),
    /** Days until what is ordered here is in the shop; null for those of the settings. */
    leadDays: integer(),
  },
  (table) => [
    uniqueIndex("supplier_lower_name_index").on(sql`lower(${table.name})`),
    check("supplier_lead_days_check", sql`${table.leadDays} between 0 and 365`),
  ],
);

/** A receipt of goods: a supplier's document with its lines. */
export const purchase = pgTable(
  "purchase",
  {
    id: id(),
    supplierId: rowId()
      .notNull()
      .references(() => supplier.id),
    /** The number of the supplier's invoice or delivery note. */
    documentNumber: text().notNull(),
    documentDate: date({ mode: "string" }).notNull(),
    /** What was paid beyond the goods, which their lines share by value. */
    freightPaise: sum(),
    dutyPaise: sum(),
    otherPaise: sum(),
    /** The GST on these charges, which is input credit. */
    chargesGstPaise: sum(),
    /** For units that were in stock already: books their cost alone. */
    isInStock: boolean().notNull().default(false),
    note: text().notNull().default(""),
    /** The member of staff who booked it; empty for a command. */
    author: text().notNull().default(""),
    bookedAt: timestamptz().notNull(),
    takenBackAt: timestamptz(),
    /** Incremented by every change. */
    version: integer().notNull().default(1),
  },
  (table) => [
    // A document is booked once; one that was taken back can be booked again.
    uniqueIndex("purchase_booked_supplier_id_document_number_index")
      .on(table.supplierId, sql`lower(${table.documentNumber})`)
      .where(sql`taken_back_at is null`),
    index("purchase_lower_document_number_index").on(sql`lower(${table.documentNumber}) text_pattern_ops`),
    index().on(table.supplierId, table.id),
    atLeast(0, table.freightPaise),
    atLeast(0, table.dutyPaise),
    atLeast(0, table.otherPaise),
    atLeast(0, table.chargesGstPaise),
  ],
);

export const purchaseLine = pgTable(
  "purchase_line",
  {
    purchaseId: rowId()
      .notNull()
      .references(() => purchase.id),
    position: integer().notNull(),
    /** Has no foreign key, because the document outlives the size, whose names are copied. */
    variantId: rowId().notNull(),
    sku: text().notNull(),
    title: text().notNull(),
    label: text().notNull(),
    /** The number on the packs; empty without a lot. */
    lotNumber: text().notNull().default(""),
    quantity: integer().notNull(),
    unitCostPaise: sum(),
    /** The GST on the line, which is input credit. */
    gstPaise: sum(),
    /** Its share of freight, duty and other charges. */
    chargePaise: sum(),
  },
  (table) => [
    primaryKey({ columns: [table.purchaseId, table.position] }),
    // For the last supplier of a size.
    index().on(table.variantId, table.purchaseId).concurrently(),
    atLeast(1, table.quantity),
    atLeast(0, table.unitCostPaise),
    atLeast(0, table.gstPaise),
    atLeast(0, table.chargePaise),
  ],
);

/**
 * Units of one line of a purchase with what they cost, and what of both is left in the shop. Units of a variant beyond its layers have no
 * known cost. A row changes only while the stock of its variant is locked.
 */
export const costLayer = pgTable(
  "cost_layer",
  {
    id: id(),
    purchaseId: rowId()
      .notNull()
      .references(() => purchase.id),
    /** Has no foreign key, because the layer outlives the variant. */
    variantId: rowId().notNull(),
    /** Null for units without a lot. */
    lotId: rowId(),
    quantity: integer().notNull(),
    /** Of all its units, with their share of the charges. */
    costPaise: sum(),
    leftQuantity: integer().notNull(),
    leftPaise: sum(),
  },
  (table) => [
    index("cost_layer_left_variant_id_index").on(table.variantId, table.id).where(sql`left_quantity > 0`),
    index().on(table.purchaseId),
    atLeast(1, table.quantity),
    atLeast(0, table.costPaise),
    check("cost_layer_left_quantity_check", sql`${table.leftQuantity} between 0 and ${table.quantity}`),
    check("cost_layer_left_paise_check", sql`${table.leftPaise} between 0 and ${table.costPaise}`),
  ],
);

/**
 * Why units left their layer, or came back to it. `sold`: with an order. `cancelled`: that order does not get them. `returned`: they came
 * back from its customer. `written_off`: sold units that are lost or spoilt. `adjusted`: units that were taken off the stock.
 */
export const COST_MOVEMENT_KINDS = ["sold", "cancelled", "returned", "written_off", "adjusted"] as const;
export type CostMovementKind = (typeof COST_MOVEMENT_KINDS)[number];

/** The ledger of costs: never edited, so what a sold unit has cost stays as it was when its lot was assigned. */
export const costMovement = pgTable(
  "cost_movement",
  {
    id: id(),
    /** Has no foreign key, because a purchase that is taken back ends its layers. */
    layerId: rowId().notNull(),
    variantId: rowId().notNull(),
    kind: text({ enum: COST_MOVEMENT_KINDS }).notNull(),
    quantity: integer().notNull(),
    costPaise: sum(),
    /** Null for an adjustment. */
    orderId: rowId().references(() => customerOrder.id, { onDelete: "set null" }),
    /** Position of the item in the order. */
    position: integer(),
    at: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.orderId).where(sql`order_id is not null`),
    // For the losses of a day.
    index().on(table.at),
    oneOf(table.kind),
    atLeast(1, table.quantity),
    atLeast(0, table.costPaise),
  ],
);
