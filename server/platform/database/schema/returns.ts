/** Returns of orders or parts of them. While one is open, the order's state follows it. */

import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { RETURN_REASONS } from "../../../../contract/admin/orders.ts";
import { RETURN_STATES } from "../../../../contract/orders/returns.ts";
import type { Picture } from "../../../../contract/pictures.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, rowId, timestamptz } from "./columns.ts";
import { customerOrder, orderItem, shipment } from "./orders.ts";

export const orderReturn = pgTable(
  "order_return",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    state: text({ enum: RETURN_STATES }).notNull().default("requested"),
    /** The reason that the customer gave. */
    reason: text().notNull(),
    /** Whether the customer reports a defect, which is possible after the return period, too. */
    isDefect: boolean().notNull().default(false),
    /** Why it was declined, for the customer; empty otherwise. */
    answer: text().notNull().default(""),
    /** Staff's reason for its decision. */
    decisionReason: text({ enum: RETURN_REASONS }),
    requestedAt: timestamptz().notNull(),
    decidedAt: timestamptz(),
  },
  (table) => [
    oneOf(table.state),
    oneOf(table.decisionReason),
    index().on(table.orderId),
    // For the queue of returns.
    index().on(table.requestedAt, table.id).concurrently(),
    // At most one open return per order; also the index that finds it.
    uniqueIndex("order_return_open_order_id_index")
      .on(table.orderId)
      .where(sql`state in ('requested', 'approved', 'received')`),
  ],
);

/** Units of one item of the order. */
export const orderReturnLine = pgTable(
  "order_return_line",
  {
    returnId: rowId()
      .notNull()
      .references(() => orderReturn.id, { onDelete: "cascade" }),
    orderId: rowId().notNull(),
    /** Position of the item in the order. */
    position: smallint().notNull(),
    quantity: integer().notNull(),
    /** Number of units that arrived; null before the parcel is received. */
    receivedQuantity: integer(),
    /** Number of these that returned to the stock; the others are written off. */
    restockedQuantity: integer().notNull().default(0),
    /** Number of these that are replaced; the others are refunded. */
    replacedQuantity: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.returnId, table.position] }),
    foreignKey({
      name: "order_return_line_order_item_fk",
      columns: [table.orderId, table.position],
      foreignColumns: [orderItem.orderId, orderItem.position],
    }).onDelete("cascade"),
    index().on(table.orderId, table.position),
    atLeast(1, table.quantity),
    check("order_return_line_received_quantity_check", sql`${table.receivedQuantity} between 0 and ${table.quantity}`),
    check(
      "order_return_line_restocked_quantity_check",
      sql`${table.restockedQuantity} between 0 and coalesce(${table.receivedQuantity}, 0)`,
    ),
    check(
      "order_return_line_replaced_quantity_check",
      sql`${table.replacedQuantity} between 0 and coalesce(${table.receivedQuantity}, 0)`,
    ),
  ],
);

/** What the customer asks for in exchange for units of a return: other sizes of the same product. Staff decides. */
export const orderReturnRequestedSize = pgTable(
  "order_return_requested_size",
  {
    returnId: rowId().notNull(),
    /** Position of the returned item in the order. */
    position: smallint().notNull(),
    /** Has no foreign key, because the request outlives the variant. */
    variantId: rowId().notNull(),
    sku: text().notNull(),
    title: text().notNull(),
    /** The label of the size, for example "50 ml". */
    label: text().notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.returnId, table.position, table.variantId] }),
    foreignKey({
      name: "order_return_requested_size_line_fk",
      columns: [table.returnId, table.position],
      foreignColumns: [orderReturnLine.returnId, orderReturnLine.position],
    }).onDelete("cascade"),
    atLeast(1, table.quantity),
  ],
);

/** Items that the customer gets in exchange for units of an accepted return. */
export const orderExchange = pgTable(
  "order_exchange",
  {
    returnId: rowId()
      .notNull()
      .references(() => orderReturn.id, { onDelete: "cascade" }),
    orderId: rowId().notNull(),
    /** Position of the item in the order. */
    position: smallint().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    foreignKey({
      name: "order_exchange_order_item_fk",
      columns: [table.orderId, table.position],
      foreignColumns: [orderItem.orderId, orderItem.position],
    }).onDelete("cascade"),
    index().on(table.returnId),
  ],
);

/** Parcels with what an accepted return is replaced by or exchanged for. Those that an earlier version has sent are not listed. */
export const orderReturnParcel = pgTable("order_return_parcel", {
  returnId: rowId()
    .primaryKey()
    .references(() => orderReturn.id, { onDelete: "cascade" }),
  shipmentId: rowId()
    .notNull()
    .unique("order_return_parcel_shipment_id_unique")
    .references(() => shipment.id, { onDelete: "cascade" }),
});

/** Such parcels that were lost or came back, and whose content is sent again in another. */
export const orderReturnMissedParcel = pgTable(
  "order_return_missed_parcel",
  {
    shipmentId: rowId()
      .primaryKey()
      .references(() => shipment.id, { onDelete: "cascade" }),
    returnId: rowId()
      .notNull()
      .references(() => orderReturn.id, { onDelete: "cascade" }),
  },
  (table) => [index().on(table.returnId)],
);

/** Photos of returned goods, by the customer. */
export const orderReturnPhoto = pgTable(
  "order_return_photo",
  {
    path: text().primaryKey(),
    returnId: rowId()
      .notNull()
      .references(() => orderReturn.id, { onDelete: "cascade" }),
    picture: jsonb().$type<Picture>().notNull(),
  },
  (table) => [index().on(table.returnId)],
);
