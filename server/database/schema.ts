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
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Picture } from "../../contract/pictures.ts";

/**
 * The tables. Money is integer paise. What drizzle cannot say (triggers, generated values, extensions, the partitioned table
 * product_search) stands in the hand-written migrations beside the generated ones.
 */

const id = () => integer().primaryKey().generatedByDefaultAsIdentity();
const moment = () => timestamp({ withTimezone: true, mode: "date" });

export const category = pgTable("category", {
  id: id(),
  /** Null for a category of the menu; a subcategory names its category. Two levels, no deeper. */
  parentId: integer().references((): AnyPgColumn => category.id),
  slug: text().notNull().unique(),
  name: text().notNull(),
  description: text().notNull().default(""),
  image: jsonb().$type<Picture>(),
  position: integer().notNull().default(0),
});

export const product = pgTable(
  "product",
  {
    id: id(),
    slug: text().notNull().unique(),
    sku: text().notNull().unique(),
    title: text().notNull(),
    subTitle: text().notNull(),
    description: text().notNull(),
    categoryId: integer()
      .notNull()
      .references(() => category.id),
    subcategoryId: integer().references(() => category.id),
    pricePaise: integer().notNull(),
    /** MRP before the discount; null when it is sold at its MRP. */
    originalPricePaise: integer(),
    stock: integer().notNull().default(0),
    inStock: boolean().notNull().generatedAlwaysAs(sql`stock > 0`),
    isFeatured: boolean().notNull().default(false),
    isBestseller: boolean().notNull().default(false),
    keyBenefits: text().array().notNull().default([]),
    howToUse: text().array().notNull().default([]),
    faqs: jsonb().$type<{ question: string; answer: string }[]>().notNull().default([]),
    topNotes: text().array().notNull().default([]),
    heartNotes: text().array().notNull().default([]),
    baseNotes: text().array().notNull().default([]),
    /** Every note once, kept by a trigger: what filters and counts read. */
    notes: text().array().notNull().default([]),
    scentFamily: text(),
    concentration: text(),
    longevity: text(),
    sillage: text(),
    netQuantity: integer().notNull(),
    netQuantityUnit: text().$type<"ml" | "g" | "pieces">().notNull(),
    ingredients: text().notNull(),
    allergens: text().array().notNull().default([]),
    countryOfOrigin: text().notNull(),
    shelfLifeMonths: integer().notNull(),
    hsn: text().notNull(),
    gstPercent: smallint().notNull(),
    images: jsonb().$type<Picture[]>().notNull().default([]),
    /** Slugs of products that go well with it, best first; one that does not exist (any more) is passed over. */
    pairedWith: text().array().notNull().default([]),
    /** Reviews that gave 1, 2, 3, 4 and 5 stars; kept by the database together with the review. */
    ratingCounts: integer().array().notNull().default([0, 0, 0, 0, 0]),
    reviewCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    createdAt: moment().notNull().defaultNow(),
    updatedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    check("product_price_positive", sql`${table.pricePaise} > 0`),
    check("product_original_price_higher", sql`${table.originalPricePaise} > ${table.pricePaise}`),
    check("product_stock_not_negative", sql`${table.stock} >= 0`),
    // One index for each order of a listing, alone and within a category, so that a page is read and never sorted.
    index("product_by_date").on(table.createdAt, table.id),
    index("product_by_price").on(table.pricePaise, table.id),
    index("product_by_category_date").on(table.categoryId, table.createdAt, table.id),
    index("product_by_category_price").on(table.categoryId, table.pricePaise, table.id),
    index("product_by_subcategory_date").on(table.subcategoryId, table.createdAt, table.id),
    index("product_by_subcategory_price").on(table.subcategoryId, table.pricePaise, table.id),
    index("product_bestseller_by_date").on(table.createdAt, table.id).where(sql`is_bestseller`),
    index("product_bestseller_by_price").on(table.pricePaise, table.id).where(sql`is_bestseller`),
    index("product_featured_by_date").on(table.createdAt, table.id).where(sql`is_featured`),
    index("product_featured_by_price").on(table.pricePaise, table.id).where(sql`is_featured`),
    index("product_deal_by_date").on(table.createdAt, table.id).where(sql`original_price_paise is not null`),
    index("product_deal_by_price").on(table.pricePaise, table.id).where(sql`original_price_paise is not null`),
    index("product_by_notes").using("gin", table.notes),
  ],
);

/** Every word that occurs in a product: what a mistyped or unfinished word is compared with. */
export const searchWord = pgTable("search_word", { word: text().primaryKey() }, (table) => [
  index("search_word_trigram").using("gin", table.word.op("gin_trgm_ops")),
  index("search_word_prefix").on(table.word.op("text_pattern_ops")),
]);

export const customer = pgTable(
  "customer",
  {
    id: id(),
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
    createdAt: moment().notNull(),
    /** Kept to a few minutes. 30 days later the session is over. */
    lastUsedAt: moment().notNull(),
  },
  (table) => [index("session_by_customer").on(table.customerId)],
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
    agreedPricePaise: integer().notNull(),
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

export type CodePurpose = "sign_up" | "reset" | "google";

/** The code that was mailed last to an address for a purpose. */
export const oneTimeCode = pgTable(
  "one_time_code",
  {
    email: text().notNull(),
    purpose: text().$type<CodePurpose>().notNull(),
    /** Keyed hash of the code; null when the mail carried none, so that every address behaves the same. */
    codeHash: text(),
    tries: smallint().notNull().default(0),
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

/** How much of an allowance is used up: it is free again at `freeAt` (see server/accounts/limits.ts). */
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

/** `uncertain`: the process ended while the message was handed over, so it may or may not have gone out. */
export type MailState = "waiting" | "claimed" | "sending" | "sent" | "failed" | "uncertain";

/** Mails that are to be sent, and what became of them. What a mail says is emptied once it is sent or given up. */
export const mail = pgTable(
  "mail",
  {
    id: id(),
    state: text().$type<MailState>().notNull().default("waiting"),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** What its Message-ID begins with: the same at every attempt, so that a receiving server can tell a repetition. */
    messageId: text().notNull().unique(),
    createdAt: moment().notNull(),
    /** After this nobody needs it any more, and it is not sent. */
    expiresAt: moment(),
    attempts: smallint().notNull().default(0),
    dueAt: moment().notNull(),
    claimedAt: moment(),
    sentAt: moment(),
    lastError: text(),
  },
  (table) => [index("mail_due").on(table.dueAt).where(sql`state in ('waiting', 'claimed', 'sending')`)],
);

/** The demo's mailbox: what would have been sent. */
export const sandboxMail = pgTable(
  "sandbox_mail",
  {
    id: id(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    messageId: text().notNull(),
    sentAt: moment().notNull(),
  },
  (table) => [index("sandbox_mail_by_recipient").on(table.recipient, table.id)],
);

export const review = pgTable(
  "review",
  {
    id: id(),
    productId: integer()
      .notNull()
      .references(() => product.id, { onDelete: "cascade" }),
    customerId: integer()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    rating: smallint().notNull(),
    title: text().notNull(),
    text: text(),
    images: jsonb().$type<Picture[]>().notNull().default([]),
    verifiedBuyer: boolean().notNull().default(false),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique("review_once_per_customer").on(table.productId, table.customerId),
    check("review_rating_stars", sql`${table.rating} between 1 and 5`),
    index("review_by_product").on(table.productId, table.createdAt, table.id),
    index("review_by_customer").on(table.customerId),
  ],
);

export const banner = pgTable("banner", {
  id: id(),
  placement: text().$type<"hero" | "promo" | "app">().notNull(),
  device: text().$type<"desktop" | "phone">().notNull(),
  image: jsonb().$type<Picture>().notNull(),
  eyebrow: text().notNull().default(""),
  title: text().notNull(),
  text: text().notNull().default(""),
  action: text().notNull(),
  link: text().notNull(),
  textSide: text().$type<"left" | "right" | "top">().notNull(),
  position: integer().notNull(),
});

export const testimonial = pgTable("testimonial", {
  id: id(),
  name: text().notNull(),
  designation: text().notNull(),
  review: text().notNull(),
  rating: smallint().notNull(),
  image: jsonb().$type<Picture>().notNull(),
  position: integer().notNull(),
});

export const brandImage = pgTable("brand_image", {
  id: id(),
  name: text().notNull(),
  image: jsonb().$type<Picture>().notNull(),
  link: text(),
  position: integer().notNull(),
});

export const faq = pgTable("faq", {
  id: id(),
  question: text().notNull(),
  answer: text().notNull(),
  position: integer().notNull(),
});

export interface PageSection {
  heading: string;
  paragraphs: string[];
  points: string[];
}

export const contentPage = pgTable("content_page", {
  slug: text().primaryKey(),
  title: text().notNull(),
  summary: text().notNull(),
  sections: jsonb().$type<PageSection[]>().notNull(),
  image: jsonb().$type<Picture>(),
  updatedAt: moment().notNull(),
});

/** What the owner has set otherwise than the default; the names are those of server/config.ts. */
export const setting = pgTable("setting", {
  name: text().primaryKey(),
  value: text().notNull(),
  updatedAt: moment().notNull().defaultNow(),
});

/** Marks work that is done once, such as the demo seed. */
export const milestone = pgTable("milestone", {
  name: text().primaryKey(),
  reachedAt: moment().notNull().defaultNow(),
});
