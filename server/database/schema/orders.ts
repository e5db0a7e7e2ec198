import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { OrderState } from "../../../contract/orders/schemas.ts";
import type { Picture } from "../../../contract/pictures.ts";
import { id, moment, paise } from "./columns.ts";
import { customer } from "./people.ts";

/** What was bought. */

/** Where something was sent, or billed to, as it was when it was ordered. */
export interface PostalAddress {
  street: string;
  city: string;
  state: string;
  pincode: string;
}

/** Who sold it, as an invoice names him. */
export interface Seller {
  /** The shop's name, as its customers know it. */
  brand: string;
  /** The legal one. */
  name: string;
  address: readonly string[];
  gstin: string;
  state: string;
}

/**
 * What a customer has ordered, with copies of everything that matters for it. Its state changes only by server/orders/change-state.ts.
 * `order` alone is a word of SQL's own.
 */
export const customerOrder = pgTable(
  "customer_order",
  {
    id: id(),
    /** For people: KW-7Q4M-2XKD. Also its receipt at the payment provider. */
    number: text().notNull().unique(),
    customerId: integer()
      .notNull()
      .references(() => customer.id),
    state: text().$type<OrderState>().notNull().default("pending"),
    customerName: text().notNull(),
    email: text().notNull(),
    mobile: text().notNull(),
    shippingAddress: jsonb().$type<PostalAddress>().notNull(),
    billingAddress: jsonb().$type<PostalAddress>().notNull(),
    /** As the settings said when it was ordered; null in orders that are older than this column. */
    seller: jsonb().$type<Seller>(),
    /** At the prices before discount. */
    subtotalPaise: paise().notNull(),
    discountPaise: paise().notNull(),
    shippingPaise: paise().notNull(),
    totalPaise: paise().notNull(),
    /** Whether its pieces are taken from the stock: from the beginning, until they go back. */
    holdsStock: boolean().notNull().default(true),
    /** The shop's address when it was ordered: where its mails lead. */
    shopOrigin: text().notNull(),
    createdAt: moment().notNull(),
    /** Until when its stock is reserved for the payment. */
    payUntil: moment().notNull(),
    paidAt: moment(),
    deliveredAt: moment(),
    /** The order that replaced this one before it was paid. */
    replacedById: integer().references((): AnyPgColumn => customerOrder.id),
    /** Given when it is paid, without gaps within a financial year. */
    invoiceNumber: text().unique(),
    invoicedAt: moment(),
    /** Given when the sale ends after all, by a cancellation, a lost parcel or a return; without gaps likewise. */
    creditNoteNumber: text().unique(),
    creditedAt: moment(),
  },
  (table) => [
    index("customer_order_by_customer").on(table.customerId, table.createdAt),
    // So that what waits for its payment is found at once, and is never two orders of one customer.
    uniqueIndex("customer_order_one_pending").on(table.customerId).where(sql`state = 'pending'`),
    check(
      "customer_order_adds_up",
      sql`${table.totalPaise} = ${table.subtotalPaise} - ${table.discountPaise} + ${table.shippingPaise}`,
    ),
    check("customer_order_total_positive", sql`${table.totalPaise} > 0`),
  ],
);

/** One product of an order, with its price and taxes as they were. */
export const orderItem = pgTable(
  "order_item",
  {
    orderId: integer()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    /** Refers to nothing: the order outlives the product. */
    productId: integer().notNull(),
    sku: text().notNull(),
    title: text().notNull(),
    image: jsonb().$type<Picture>(),
    quantity: integer().notNull(),
    pricePaise: paise().notNull(),
    /** MRP before the discount; null when it was sold at its MRP. */
    originalPricePaise: paise(),
    hsn: text().notNull(),
    gstPercent: smallint().notNull(),
    /** Of price × quantity: what is left without GST, and the parts of GST. */
    taxablePaise: paise().notNull(),
    cgstPaise: paise().notNull(),
    sgstPaise: paise().notNull(),
    igstPaise: paise().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check("order_item_quantity_positive", sql`${table.quantity} > 0`),
    check(
      "order_item_tax_adds_up",
      sql`${table.taxablePaise} + ${table.cgstPaise} + ${table.sgstPaise} + ${table.igstPaise} = ${table.pricePaise} * ${table.quantity}`,
    ),
  ],
);

/** Who or what changed the state of an order. */
export type OrderCause = "customer" | "payment" | "staff" | "clock";

/** Every change of an order's state. */
export const orderEvent = pgTable(
  "order_event",
  {
    id: id(),
    orderId: integer()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    state: text().$type<OrderState>().notNull(),
    cause: text().$type<OrderCause>().notNull(),
    /** A sentence for the customer, or empty. */
    note: text().notNull().default(""),
    at: moment().notNull(),
  },
  (table) => [index("order_event_by_order").on(table.orderId, table.id)],
);

/** A parcel. */
export const shipment = pgTable(
  "shipment",
  {
    id: id(),
    orderId: integer()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    courier: text().notNull(),
    /** Air waybill: the courier's number of the parcel. */
    awb: text().notNull().unique(),
    shippedAt: moment().notNull(),
    deliveredAt: moment(),
  },
  (table) => [index("shipment_by_order").on(table.orderId)],
);

/** The last invoice number given in each financial year, such as "26-27". */
export const invoiceCounter = pgTable("invoice_counter", { year: text().primaryKey(), last: integer().notNull() });

/** The last credit note number given in each financial year. */
export const creditNoteCounter = pgTable("credit_note_counter", {
  year: text().primaryKey(),
  last: integer().notNull(),
});
