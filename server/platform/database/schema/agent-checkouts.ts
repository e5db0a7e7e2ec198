/** What shopping agents put together for their buyers: carts, and checkouts that their buyers pay on the shop's page. */

import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { rowId, timestamptz } from "./columns.ts";
import { customerOrder } from "./orders.ts";
import { customer } from "./people.ts";

/** A destination as a platform wrote it. Fields are as in `types/postal_address.json` of the protocol. */
export interface AgentDestination {
  id: string;
  extended_address?: string | undefined;
  street_address?: string | undefined;
  address_locality?: string | undefined;
  address_region?: string | undefined;
  address_country?: string | undefined;
  postal_code?: string | undefined;
  first_name?: string | undefined;
  last_name?: string | undefined;
  phone_number?: string | undefined;
}

/** What a buyer has decided about the use of personal data, as a platform reports it. */
export const AGENT_PURPOSES = ["marketing", "analytics", "preferences", "sale"] as const;
export type AgentPurpose = (typeof AGENT_PURPOSES)[number];

/** What a platform has sent, in the latest request: each replaces all of the former. */
export interface AgentContent {
  /** By SKU, each once. */
  items: { sku: string; quantity: number }[];
  buyer: {
    first_name?: string | undefined;
    last_name?: string | undefined;
    email?: string | undefined;
    phone_number?: string | undefined;
  };
  /** What the buyer has decided; other values are the shop's. */
  consent: Partial<Record<AgentPurpose, boolean>>;
  codes: string[];
  /** Null if nothing was said about shipping. */
  shipping: { destinations: AgentDestination[]; destinationId: string | null; optionId: string | null } | null;
  /** A hint where the buyer is, before there is an address. */
  postalCode: string | null;
}

/** What was placed as an order, which nothing changes any more. */
export interface PlacedContent {
  items: {
    sku: string;
    title: string;
    quantity: number;
    pricePaise: number;
    discountPaise: number;
  }[];
  /** What each takes off each item, and off shipping. */
  offers: { name: string; code: string | null; discounts: number[]; shippingDiscountPaise: number }[];
  /** The shipping method with the promised day, such as "2027-01-26"; null without a promise. */
  shipping: { method: string; name: string; deliverBy: string | null };
  /** Shipping is what it costs without offers. */
  totals: {
    shippingPaise: number;
    shippingDiscountPaise: number;
    feesPaise: number;
    roundingPaise: number;
    totalPaise: number;
  };
}

const sessionColumns = () => ({
  /** 128 random bits, which are all that opens it. */
  id: text().primaryKey(),
  /** Origin of the platform's profile. */
  origin: text().notNull(),
  /** The buyer's email in its canonical form; null while it is unknown. */
  email: text(),
  createdAt: timestamptz().notNull(),
  expiresAt: timestamptz().notNull(),
});

export const agentCart = pgTable(
  "agent_cart",
  {
    ...sessionColumns(),
    content: jsonb().$type<AgentContent>().notNull(),
  },
  (table) => [index().on(table.expiresAt), index().on(table.email)],
);

export const agentCheckout = pgTable(
  "agent_checkout",
  {
    ...sessionColumns(),
    /** The version of the protocol in which the platform hears of its orders. */
    version: text().notNull(),
    /** Where it wants to hear of them, as its profile said when the checkout was created; null if it does not. */
    webhookUrl: text(),
    /** The cart that it was made from; null without one. */
    cartId: text(),
    /** Null once it is erased. */
    content: jsonb().$type<AgentContent>(),
    canceledAt: timestamptz(),
    /** The account of the latest attempt to pay. */
    customerId: rowId().references(() => customer.id, { onDelete: "set null" }),
    /** The order of the latest attempt to pay, and what it was for. */
    orderId: rowId().references(() => customerOrder.id, { onDelete: "set null" }),
    placed: jsonb().$type<PlacedContent>(),
  },
  (table) => [
    index().on(table.expiresAt),
    index().on(table.email),
    index().on(table.cartId),
    index().on(table.customerId),
    index().on(table.orderId),
  ],
);
