/** Customers, their logins, addresses and carts. */

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
import {
  ACCOUNT_CONSENT_EVENTS,
  CONSENT_DOCUMENTS,
  CONSENT_PLACES,
} from "../../../../contract/accounts/consent-wording.ts";
import type { Picture } from "../../../../contract/pictures.ts";
import { CODE_PURPOSES } from "../../../base/secrets.ts";
import { atLeast, oneOf } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { movedPeopleFile } from "./moves.ts";

export const customer = pgTable(
  "customer",
  {
    id: id(),
    /** The id in the API: random, so that it does not reveal the number of customers. */
    publicId: uuid().notNull().unique("customer_public_id_unique").defaultRandom(),
    /** In lower case, so that one email is one account. */
    email: text().notNull().unique(),
    name: text().notNull(),
    /** The path of the profile picture, relative to the media host. */
    profileImage: text(),
    /** The argon2id hash with its parameters; null for an account without a password, for example one created with Google. */
    passwordHash: text(),
    /** Google's id (`sub`) of the linked person. */
    googleSubject: text().unique("customer_google_subject_unique"),
    dateOfBirth: date({ mode: "string" }),
    mobile: text().notNull().default(""),
    /** The postal address of the profile; delivery addresses are in the table `address`. */
    street: text().notNull().default(""),
    city: text().notNull().default(""),
    state: text().notNull().default(""),
    pincode: text().notNull().default(""),
    createdAt: timestamptz().notNull().defaultNow(),
    /** When the account was deleted. The row stays without personal data, for orders and retained reviews; triggers reject updates. */
    closedAt: timestamptz(),
  },
  (table) => [
    check("customer_email_check", sql`${table.email} = lower(${table.email})`),
    // For the search of the back office.
    index("customer_known_mobile_index").on(table.mobile).where(sql`mobile <> ''`).concurrently(),
    index("customer_name_trigram_index").using("gin", table.name.op("gin_trgm_ops")).concurrently(),
  ],
);

/**
 * What was accepted with an account: when, where, the sentence shown, and the text's version. Rows are only added. They name nobody, so they
 * stay when the account is erased, as long as its row does.
 */
export const accountConsent = pgTable(
  "account_consent",
  {
    id: id(),
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    document: text({ enum: CONSENT_DOCUMENTS }).notNull(),
    event: text({ enum: ACCOUNT_CONSENT_EVENTS }).notNull(),
    at: timestamptz().notNull(),
    place: text({ enum: CONSENT_PLACES }).notNull(),
    wording: text().notNull(),
    /** The version in `content_version`; 1 until the text is changed. */
    version: integer().notNull(),
  },
  (table) => [
    oneOf(table.document),
    oneOf(table.event),
    oneOf(table.place),
    atLeast(1, table.version),
    uniqueIndex("account_consent_version_unique").on(table.customerId, table.document, table.event, table.version),
  ],
);

/** The accounts that came from the shop before, without a password. */
export const movedAccount = pgTable(
  "moved_account",
  {
    customerId: rowId()
      .primaryKey()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** The file that has made it; null once that is deleted. */
    fileId: rowId().references(() => movedPeopleFile.id, { onDelete: "set null" }),
    at: timestamptz().notNull(),
  },
  (table) => [index().on(table.fileId, table.customerId)],
);

/** Emails whose data was erased, so that an old file does not bring it back. */
export const erasedEmail = pgTable("erased_email", {
  /** A keyed hash, from which no email can be read. */
  emailHash: text().primaryKey(),
  at: timestamptz().notNull(),
});

/** A note of staff about a customer, for colleagues. */
export const customerNote = pgTable(
  "customer_note",
  {
    id: id(),
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    text: text().notNull(),
    /** The name that the member had then. */
    author: text().notNull(),
    at: timestamptz().notNull(),
  },
  (table) => [index().on(table.customerId)],
);

export const session = pgTable(
  "session",
  {
    id: id(),
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** SHA-256 of the token; the token itself is not stored. */
    tokenHash: text().notNull().unique("session_token_hash_unique"),
    userAgent: text().notNull(),
    /** The session ends 90 days later, however much it is used. */
    createdAt: timestamptz().notNull(),
    /** Updated every few minutes. The session ends 30 days after it. */
    lastUsedAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.customerId)],
);

/** Networks from which a customer has logged in. Wrong passwords from other networks do not lock these out. */
export const knownNetwork = pgTable(
  "known_network",
  {
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** A keyed hash of customer and network, which reveals neither. */
    networkHash: text().notNull(),
    /** When the last login was. 90 days later the network counts as unknown again. */
    seenAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.networkHash] }), index().on(table.seenAt)],
);

/** The latest code mailed to an email, for each purpose. */
export const oneTimeCode = pgTable(
  "one_time_code",
  {
    email: text().notNull(),
    purpose: text({ enum: CODE_PURPOSES }).notNull(),
    /** A keyed hash of the code; null if the mail contained none, so that every email behaves the same. */
    codeHash: text(),
    /** Number of wrong attempts from everywhere, and from each network by its keyed hash. */
    tries: smallint().notNull().default(0),
    networkTries: jsonb().$type<Record<string, number>>().notNull().default({}),
    sentAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.email, table.purpose] }), oneOf(table.purpose), atLeast(0, table.tries)],
);

/** Tokens that allow setting a new password: mailed in a link, or issued for a code. */
export const resetToken = pgTable(
  "reset_token",
  {
    tokenHash: text().primaryKey(),
    /** An email rather than a customer: an email without an account has a row too, so that both take the same time. */
    email: text().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index().on(table.email)],
);

/** Used nonces of Google logins, until they expire. */
export const usedNonce = pgTable("used_nonce", { nonce: text().primaryKey(), expiresAt: timestamptz().notNull() });

/** The state of a rate limit, which is fully available again at `freeAt` (see server/platform/rate-limits/limits.ts). */
export const rateLimit = pgTable(
  "rate_limit",
  { key: text().primaryKey(), freeAt: timestamptz().notNull() },
  (table) => [index().on(table.freeAt)],
);

/** A customer's delivery address. */
export const address = pgTable(
  "address",
  {
    id: id(),
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    street: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    pincode: text().notNull(),
    /** The number that the courier calls there; empty if it is not known. */
    mobile: text().notNull().default(""),
    isDefault: boolean().notNull().default(false),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.customerId),
    uniqueIndex("address_default_customer_id_index").on(table.customerId).where(sql`is_default`),
  ],
);

export const cartItem = pgTable(
  "cart_item",
  {
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    /** Has no foreign key: the item stays when the product or variant is deleted, so that the cart can say so. */
    productId: rowId().notNull(),
    variantId: rowId().notNull(),
    quantity: integer().notNull(),
    /** The agreed price: the price when it was added, or a later one that the customer has accepted. */
    agreedPricePaise: paise().notNull(),
    /** Title, size and picture when it was added, for a product that has been deleted since. */
    title: text().notNull(),
    label: text().notNull(),
    image: jsonb().$type<Picture>(),
    addedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.customerId, table.variantId] }),
    atLeast(1, table.quantity),
    atLeast(1, table.agreedPricePaise),
  ],
);
