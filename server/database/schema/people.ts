import { sql } from "drizzle-orm";
import {
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
  uuid,
} from "drizzle-orm/pg-core";
import type { Picture } from "../../../contract/pictures.ts";
import { id, moment, paise } from "./columns.ts";

/** Customers, how they log in, where they live and what they mean to buy. */

export const customer = pgTable(
  "customer",
  {
    id: id(),
    /** By which calls name the customer: random, so that it does not tell how many customers there are. */
    publicId: uuid().notNull().unique().defaultRandom(),
    /** In small letters, so that one address is one account. */
    email: text().notNull().unique(),
    name: text().notNull(),
    /** Path of the profile picture behind the media host. */
    profileImage: text(),
    /** argon2id with its parameters; null while there is none, as in an account made by Google. */
    passwordHash: text(),
    /** Google's own name (`sub`) of the person who is joined to this account. */
    googleSubject: text().unique(),
    dateOfBirth: date({ mode: "string" }),
    mobile: text().notNull().default(""),
    /** The address of the profile; those that are delivered to are in the table address. */
    street: text().notNull().default(""),
    city: text().notNull().default(""),
    state: text().notNull().default(""),
    pincode: text().notNull().default(""),
    createdAt: moment().notNull().defaultNow(),
    /** When the account was deleted. What orders and kept reviews refer to stays, without anything personal; triggers keep it so. */
    closedAt: moment(),
  },
  (table) => [check("customer_email_small_letters", sql`${table.email} = lower(${table.email})`)],
);

export const session = pgTable(
  "session",
  {
    id: id(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** SHA-256 of the token; the token itself is kept nowhere. */
    tokenHash: text().notNull().unique(),
    userAgent: text().notNull(),
    /** 90 days later the session is over, however much it is used. */
    createdAt: moment().notNull(),
    /** Kept to a few minutes. 30 days later the session is over. */
    lastUsedAt: moment().notNull(),
  },
  (table) => [index("session_by_customer").on(table.customerId)],
);

/** Networks that a customer has logged in from: what others guess from elsewhere does not shut these out. */
export const knownNetwork = pgTable(
  "known_network",
  {
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** Keyed hash of customer and network, so that nobody reads from it where a customer was. */
    networkHash: text().notNull(),
    /** The last log-in. 90 days later the network is a stranger's again. */
    seenAt: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.networkHash] }),
    index("known_network_by_time").on(table.seenAt),
  ],
);

export type CodePurpose = "sign_up" | "reset" | "google" | "close";

/** The code that was mailed last to an address for a purpose. */
export const oneTimeCode = pgTable(
  "one_time_code",
  {
    email: text().notNull(),
    purpose: text().$type<CodePurpose>().notNull(),
    /** Keyed hash of the code; null when the mail carried none, so that every address behaves the same. */
    codeHash: text(),
    /** Wrong tries from everywhere, and of each network by its keyed hash. */
    tries: smallint().notNull().default(0),
    networkTries: jsonb().$type<Record<string, number>>().notNull().default({}),
    sentAt: moment().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.purpose] })],
);

/** What may set a new password: mailed as a link, or given for a code. */
export const resetToken = pgTable(
  "reset_token",
  {
    tokenHash: text().primaryKey(),
    /** Not a customer: an address without one has its row too, so that both take the same time. */
    email: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (table) => [index("reset_token_by_email").on(table.email)],
);

/** Nonces of Google log-ins that were used, until they would have expired anyway. */
export const usedNonce = pgTable("used_nonce", { nonce: text().primaryKey(), expiresAt: moment().notNull() });

/** How much of an allowance is used up: it is free again at `freeAt` (see server/rate-limits/limits.ts). */
export const rateLimit = pgTable("rate_limit", { key: text().primaryKey(), freeAt: moment().notNull() }, (table) => [
  index("rate_limit_by_time").on(table.freeAt),
]);

/** The addresses that a customer has things delivered to. */
export const address = pgTable(
  "address",
  {
    id: id(),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    street: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    pincode: text().notNull(),
    isDefault: boolean().notNull().default(false),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index("address_by_customer").on(table.customerId),
    uniqueIndex("address_one_default").on(table.customerId).where(sql`is_default`),
  ],
);

/** What a customer means to buy. */
export const cartItem = pgTable(
  "cart_item",
  {
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** Refers to nothing: the item stays when the product is deleted, so that the customer can be told. */
    productId: integer().notNull(),
    quantity: integer().notNull(),
    /** What the customer has agreed to: the price when it was added, or a later one that was accepted. */
    agreedPricePaise: paise().notNull(),
    /** Title and picture as they were, for when the product is no more. */
    title: text().notNull(),
    image: jsonb().$type<Picture>(),
    addedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.productId] }),
    check("cart_item_quantity_positive", sql`${table.quantity} > 0`),
    check("cart_item_agreed_price_positive", sql`${table.agreedPricePaise} > 0`),
  ],
);
