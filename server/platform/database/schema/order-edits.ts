/** Changes of paid orders' items that the customer pays for by a link. */

import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ReturnReason } from "../../../../contract/admin/orders.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";

/** `pending` until it is paid: then it is `applied`. `withdrawn` by staff, or because the order has left or changed meanwhile. */
export const ORDER_EDIT_STATES = ["pending", "applied", "expired", "withdrawn"] as const;
export type OrderEditState = (typeof ORDER_EDIT_STATES)[number];

/** Units that are to be added, at the price that was agreed. */
export interface AgreedUnits {
  variantId: number;
  sku: string;
  quantity: number;
  pricePaise: number;
  originalPricePaise: number | null;
}

/** How staff accepts the return whose units are exchanged: a change of a delivered order's items. */
export interface AgreedAcceptance {
  decisionReason: ReturnReason;
  restock: { position: number; quantity: number }[];
  replace: { position: number; quantity: number }[];
  /** Whether shipping and fees of what comes back are retained. */
  keepsFees: boolean;
}

/** A change of a paid order's items that makes it dearer. Nothing of the order changes before it is paid, but what comes is reserved. */
export const orderEdit = pgTable(
  "order_edit",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    state: text({ enum: ORDER_EDIT_STATES }).notNull().default("pending"),
    /** The units that go, by the positions of their items. */
    remove: jsonb().$type<{ position: number; quantity: number }[]>().notNull(),
    add: jsonb().$type<AgreedUnits[]>().notNull(),
    /** Of an exchange, the acceptance of the open return; null before the parcel has left. */
    acceptance: jsonb().$type<AgreedAcceptance>(),
    /** Staff's sentence for the customer; may be empty. */
    reason: text().notNull(),
    /** What goes and what comes, as sentences for the customer. */
    summary: text().notNull(),
    /** How much more the order costs with it. */
    amountPaise: paise().notNull(),
    createdAt: timestamptz().notNull(),
    payUntil: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (table) => [
    oneOf(table.state),
    atLeast(1, table.amountPaise),
    index().on(table.orderId),
    // At most one change of an order waits; also the index that finds it.
    uniqueIndex("order_edit_pending_order_id_index").on(table.orderId).where(sql`state = 'pending'`),
  ],
);
