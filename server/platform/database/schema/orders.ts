/** Orders, parcels and the numbers of their documents. */

import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { REPORTED_ENDS } from "../../../../contract/couriers.ts";
import { FIRST_PREFIXES } from "../../../../contract/orders/document-prefixes.ts";
import { ORDER_CODE_LENGTH } from "../../../../contract/orders/order-number.ts";
import { ORDER_STATES, PAYMENT_METHODS } from "../../../../contract/orders/schemas.ts";
import type { Picture } from "../../../../contract/pictures.ts";
import { mailboxOf } from "../mailbox.ts";
import { atLeast, oneOf, percentage } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { customer } from "./people.ts";

/** A shipping or billing address as it was when the order was placed. */
export interface PostalAddress {
  street: string;
  city: string;
  state: string;
  pincode: string;
}

/** An offer as it was when an order used it. */
export interface OrderOffer {
  name: string;
  /** Null for an automatic offer. */
  code: string | null;
  discountPaise: number;
}

/** The gift options of an order. */
export interface OrderGift {
  /** Printed on the packing slip; may be empty. */
  message: string;
  /** The price of the gift wrap, which is part of the fees; null without gift wrap. */
  wrapPaise: number | null;
  /** Who gets the parcel; null if the customer does. */
  receiver: { name: string; mobile: string } | null;
}

/** The seller as named on the invoice. */
export interface Seller {
  /** The shop's name, as its customers know it. */
  brand: string;
  /** The legal name. */
  name: string;
  address: readonly string[];
  gstin: string;
  state: string;
  /** The colour of the brand's name; by default the demo's. */
  color?: string;
  /** The picture of the shop's own mark; by default the demo's is drawn. */
  mark?: string;
  /** Set in orders of shops with a mark of their own from before documents drew it: these draw none. */
  hasOwnMark?: true;
}

/**
 * An order, with copies of everything that it depends on. Only server/orders/orders/change-state.ts changes its state. Not named `order`, which is
 * a reserved word in SQL.
 */
export const customerOrder = pgTable(
  "customer_order",
  {
    id: id(),
    /** The number that people use: KW-7Q4M-2XKD, which begins with the setting ORDER_PREFIX at that time. Also the receipt at the payment provider. */
    number: text().notNull().unique(),
    /** Whether it was placed while the shop took test payments, so that it counts nowhere (server/orders/orders/test-orders.ts). Never changes. */
    isTest: boolean().notNull().default(false),
    customerId: rowId()
      .notNull()
      .references(() => customer.id),
    state: text({ enum: ORDER_STATES }).notNull().default("pending"),
    customerName: text().notNull(),
    email: text().notNull(),
    mobile: text().notNull(),
    shippingAddress: jsonb().$type<PostalAddress>().notNull(),
    billingAddress: jsonb().$type<PostalAddress>().notNull(),
    /** The seller when the order was placed. */
    seller: jsonb().$type<Seller>().notNull(),
    /** The sum at MRP. */
    subtotalPaise: paise().notNull(),
    /** The discount below MRP, by offers, and by rounding. */
    discountPaise: paise().notNull(),
    /** The part of the discount that rounds the total of an order for cash on delivery down to whole rupees. */
    roundingPaise: paise().notNull().default(sql`0`),
    /** The offers of which the discount consists, apart from what is below MRP and the rounding. */
    offers: jsonb().$type<OrderOffer[]>().notNull().default([]),
    shippingPaise: paise().notNull(),
    /** For example the fee for cash on delivery, and gift wrap. */
    feesPaise: paise().notNull().default(sql`0`),
    /** Null unless it is a gift. */
    gift: jsonb().$type<OrderGift>(),
    /** The code and name of its shipping method. */
    shippingMethod: text().notNull().default("standard"),
    shippingMethodName: text().notNull().default("Standard"),
    /** The promised day of delivery; null without a promise. */
    deliverBy: date({ mode: "string" }),
    /** When its customer gave up the parcel that had not come by then. */
    givenUpAt: timestamptz(),
    totalPaise: paise().notNull(),
    /** Whether its units are deducted from stock: from the order until they return to it. */
    holdsStock: boolean().notNull().default(true),
    /** The shop's origin when it was placed: the base URL of links in its emails. */
    shopOrigin: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** Until then its stock is reserved and it can be paid. */
    payUntil: timestamptz().notNull(),
    paidAt: timestamptz(),
    deliveredAt: timestamptz(),
    /** The order that replaced this one while this one was unpaid. */
    replacedById: rowId().references((): AnyPgColumn => customerOrder.id),
    /** The series of its invoice and credit notes, for example "03"; empty if there is only one series (DOCUMENT_SERIES). */
    documentSeries: text().notNull().default(""),
    /** What the number of its invoice begins with, and those of its credit notes: the settings when it was placed. */
    invoicePrefix: text().notNull().default(FIRST_PREFIXES.invoice),
    creditNotePrefix: text().notNull().default(FIRST_PREFIXES.credit_note),
    paymentMethod: text({ enum: PAYMENT_METHODS }).notNull().default("online"),
    /** For cash on delivery: the part that is paid online when the order is placed, and when that was paid. The courier collects the rest. */
    advancePaise: paise().notNull().default(sql`0`),
    advancePaidAt: timestamptz(),
    /** What exchanges have added to the total: it is settled online, so no courier collects it. */
    exchangedPaise: paise().notNull().default(sql`0`),
    /** When the last exchanged items have arrived: the return period begins again. */
    exchangeDeliveredAt: timestamptz(),
    /** For cash on delivery: when its refused parcel came back, and when its units were restocked or written off. */
    refusedAt: timestamptz(),
    inspectedAt: timestamptz(),
    /** For cash on delivery: when its courier had remitted the full amount (functions/cash-remittances.sql). */
    cashRemittedAt: timestamptz(),
    /** Origin of the platform whose agent brought it, such as `https://agent.example`; null for any other order. */
    agentOrigin: text(),
    /** Assigned when it is paid, or shipped with cash on delivery; consecutive within its series and financial year. */
    invoiceNumber: text().unique("customer_order_invoice_number_unique"),
    invoicedAt: timestamptz(),
    /** Incremented by every change (functions/order-version.sql). */
    version: integer().notNull().default(1),
    /** When it was changed last (functions/order-version.sql). */
    changedAt: timestamptz().notNull().default(sql`now()`),
  },
  (table) => [
    index().on(table.customerId, table.createdAt),
    // For the GST month.
    index("customer_order_invoiced_at_index").on(table.invoicedAt).where(sql`invoiced_at is not null`).concurrently(),
    // At most one pending order per customer; also the index that finds it.
    uniqueIndex("customer_order_pending_customer_id_index").on(table.customerId).where(sql`state = 'pending'`),
    index().on(table.createdAt, table.id).concurrently(),
    // For leaving test orders out, of which there are few.
    index("customer_order_test_id_index").on(table.id).where(sql`is_test`).concurrently(),
    // For what each agents' platform has brought: few orders.
    index("customer_order_agent_origin_index")
      .on(table.agentOrigin)
      .where(sql`agent_origin is not null`)
      .concurrently(),
    // For programs that ask what has changed since they asked last.
    index().on(table.changedAt).concurrently(),
    // Every state except delivered, which most orders have, has an index by time.
    index("customer_order_closed_state_created_at_index")
      .on(table.state, table.createdAt, table.id)
      .where(sql`state in ('cancelled', 'expired', 'returned')`)
      .concurrently(),
    index("customer_order_open_state_created_at_index")
      .on(table.state, table.createdAt)
      .where(sql`state not in ('delivered', 'cancelled', 'expired', 'returned')`),
    // For cash that couriers owe, and refused parcels that await inspection.
    index("customer_order_cash_due_delivered_at_index")
      .on(table.deliveredAt, table.id)
      .where(sql`payment_method = 'cash_on_delivery' and cash_remitted_at is null and delivered_at is not null`)
      .concurrently(),
    index("customer_order_uninspected_refused_at_index")
      .on(table.refusedAt, table.id)
      .where(sql`refused_at is not null and inspected_at is null`)
      .concurrently(),
    // For the search of the back office.
    index().on(table.email).concurrently(),
    index().on(table.mobile).concurrently(),
    // For numbers typed without their prefix.
    index("customer_order_code_index")
      .on(sql`right(${table.number}, ${sql.raw(String(ORDER_CODE_LENGTH))})`)
      .concurrently(),
    index("customer_order_mailbox_index").on(mailboxOf(table.email)).concurrently(),
    // For the filters of the back office; the pincode also by its first digits.
    index("customer_order_delivery_state_index")
      .on(sql`(${table.shippingAddress} ->> 'state')`, table.createdAt, table.id)
      .concurrently(),
    index("customer_order_unpaid_created_at_index")
      .on(table.createdAt, table.id)
      .where(sql`paid_at is null`)
      .concurrently(),
    index("customer_order_delivery_pincode_index")
      .on(sql`(${table.shippingAddress} ->> 'pincode') text_pattern_ops`, table.createdAt)
      .concurrently(),
    index("customer_order_name_trigram_index").using("gin", table.customerName.op("gin_trgm_ops")).concurrently(),
    oneOf(table.state),
    oneOf(table.paymentMethod),
    atLeast(0, table.subtotalPaise),
    atLeast(0, table.discountPaise),
    atLeast(0, table.roundingPaise),
    atLeast(0, table.shippingPaise),
    atLeast(0, table.feesPaise),
    // 0 for an order that costs nothing.
    atLeast(0, table.totalPaise),
    check("customer_order_advance_paise_check", sql`${table.advancePaise} between 0 and ${table.totalPaise}`),
    check(
      "customer_order_exchanged_paise_check",
      sql`${table.exchangedPaise} between 0 and ${table.totalPaise} - ${table.advancePaise}`,
    ),
    check(
      "customer_order_amounts_check",
      sql`${table.totalPaise} = ${table.subtotalPaise} - ${table.discountPaise} + ${table.shippingPaise} + ${table.feesPaise}`,
    ),
    check("customer_order_invoice_number_check", sql`length(${table.invoiceNumber}) <= 16`),
  ],
);

/** Where an order is sent, as its indexes have it. */
export const deliveryState = sql<string>`(${customerOrder.shippingAddress} ->> 'state')`;
export const deliveryPincode = sql<string>`(${customerOrder.shippingAddress} ->> 'pincode')`;

/** One variant of an order, with its price and taxes as they were. */
export const orderItem = pgTable(
  "order_item",
  {
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    position: smallint().notNull(),
    /** Has no foreign key, because the order outlives product and variant. */
    productId: rowId().notNull(),
    variantId: rowId().notNull(),
    sku: text().notNull(),
    title: text().notNull(),
    /** The label of the size, for example "50 ml". */
    label: text().notNull(),
    image: jsonb().$type<Picture>(),
    quantity: integer().notNull(),
    /** Which of the order's invoices it is on, once it is invoiced: 1, or that of a further invoice. */
    invoicePosition: smallint().notNull().default(sql`1`),
    /** Number of units that were cancelled, lost or returned; of free samples, the lost units. */
    creditedQuantity: integer().notNull().default(sql`0`),
    /** 0 for a free sample. */
    pricePaise: paise().notNull(),
    /** The MRP before the discount; null for a product sold at its MRP. */
    originalPricePaise: paise(),
    hsn: text().notNull(),
    gstPercent: smallint().notNull(),
    /** Its share of the order's offers and rounding. */
    discountPaise: paise().notNull().default(sql`0`),
    /** Its share of shipping and fees. */
    shippingPaise: paise().notNull().default(sql`0`),
    /** The taxable value and GST parts of price × quantity − discount + shipping. */
    taxablePaise: paise().notNull(),
    cgstPaise: paise().notNull(),
    sgstPaise: paise().notNull(),
    igstPaise: paise().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    // For the orders of a size.
    index().on(table.variantId, table.orderId).concurrently(),
    atLeast(1, table.quantity),
    check("order_item_credited_quantity_check", sql`${table.creditedQuantity} between 0 and ${table.quantity}`),
    atLeast(0, table.pricePaise),
    check("order_item_original_price_paise_check", sql`${table.originalPricePaise} > ${table.pricePaise}`),
    check(
      "order_item_discount_paise_check",
      sql`${table.discountPaise} between 0 and ${table.pricePaise} * ${table.quantity}`,
    ),
    atLeast(0, table.shippingPaise),
    percentage(table.gstPercent),
    atLeast(0, table.taxablePaise),
    atLeast(0, table.cgstPaise),
    atLeast(0, table.sgstPaise),
    atLeast(0, table.igstPaise),
    check(
      "order_item_taxes_check",
      sql`${table.taxablePaise} + ${table.cgstPaise} + ${table.sgstPaise} + ${table.igstPaise} = ${table.pricePaise} * ${table.quantity} - ${table.discountPaise} + ${table.shippingPaise}`,
    ),
  ],
);

/** An invoice of what was added to an order after its first invoice, whose number the order itself has. */
export const furtherInvoice = pgTable(
  "further_invoice",
  {
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    /** Which of the order's invoices, from 2. */
    position: smallint().notNull(),
    number: text().notNull().unique("further_invoice_number_unique"),
    issuedAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check("further_invoice_position_check", sql`${table.position} > 1`),
    check("further_invoice_number_check", sql`length(${table.number}) <= 16`),
    // For the GST month.
    index().on(table.issuedAt),
  ],
);

/** What or who changed the state of an order. */
export const ORDER_CAUSES = ["customer", "payment", "staff", "courier", "expiry"] as const;
export type OrderCause = (typeof ORDER_CAUSES)[number];

/** The state changes of orders. */
export const orderEvent = pgTable(
  "order_event",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    state: text({ enum: ORDER_STATES }).notNull(),
    cause: text({ enum: ORDER_CAUSES }).notNull(),
    /** A sentence for the customer; may be empty. */
    note: text().notNull().default(""),
    at: timestamptz().notNull(),
  },
  (table) => [oneOf(table.state), oneOf(table.cause), index().on(table.orderId, table.id)],
);

/** A note of staff about an order: for colleagues, or to the customer, who got it by email. */
export const orderNote = pgTable(
  "order_note",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    text: text().notNull(),
    toCustomer: boolean().notNull(),
    /** The name that the member had then. */
    author: text().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [index().on(table.orderId, table.id)],
);

/** A parcel. */
export const shipment = pgTable(
  "shipment",
  {
    id: id(),
    orderId: rowId()
      .notNull()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    courier: text().notNull(),
    /** Air waybill: the courier's tracking number. */
    awb: text().notNull().unique(),
    /** Whether it holds what an accepted return is replaced by or exchanged for. */
    isReplacement: boolean().notNull().default(false),
    /** The number of its e-way bill, which a parcel above a value needs; empty without one. */
    ewayBill: text().notNull().default(""),
    shippedAt: timestamptz().notNull(),
    outForDeliveryAt: timestamptz(),
    deliveredAt: timestamptz(),
    lostAt: timestamptz(),
    /** When it came back undelivered. */
    cameBackAt: timestamptz(),
    /** How its way has ended by its courier's last report, and since when, until staff has said so: couriers find lost parcels again. */
    reportedEnd: text({ enum: REPORTED_ENDS }),
    reportedAt: timestamptz(),
  },
  (table) => [
    oneOf(table.reportedEnd),
    index().on(table.orderId),
    index().on(table.shippedAt, table.orderId).concurrently(),
    index("shipment_reported_index")
      .on(table.reportedAt, table.id)
      .where(sql`reported_end is not null and delivered_at is null and lost_at is null and came_back_at is null`)
      .concurrently(),
  ],
);

/** The address label of an order that staff printed last. */
export const printedLabel = pgTable(
  "printed_label",
  {
    orderId: rowId()
      .primaryKey()
      .references(() => customerOrder.id, { onDelete: "cascade" }),
    /** What it tells the courier to collect. */
    collectsPaise: paise().notNull(),
    /** SHA-256 of the receiver, the number and the address that it names; null for one that an older version printed. */
    receiverHash: text(),
    printedAt: timestamptz().notNull(),
  },
  (table) => [atLeast(0, table.collectsPaise)],
);

/** The items in a parcel, if the order is sent in several; a parcel without rows contains the whole order. */
export const shipmentItem = pgTable(
  "shipment_item",
  {
    shipmentId: rowId()
      .notNull()
      .references(() => shipment.id, { onDelete: "cascade" }),
    /** Position of the item in the order. */
    position: integer().notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shipmentId, table.position] }),
    check("shipment_item_quantity_check", sql`${table.quantity} > 0`),
  ],
);

/** The latest invoice number of each series in each financial year, such as "26-27". `series`: orders/invoice/document-series.ts. */
export const invoiceCounter = pgTable("invoice_counter", counterColumns(), (table) => [
  primaryKey({ columns: [table.year, table.series] }),
  atLeast(0, table.last),
]);

/** The latest credit note number of each series in each financial year. */
export const creditNoteCounter = pgTable("credit_note_counter", counterColumns(), (table) => [
  primaryKey({ columns: [table.year, table.series] }),
  atLeast(0, table.last),
]);

function counterColumns() {
  return { year: text().notNull(), series: text().notNull().default(""), last: integer().notNull() };
}
