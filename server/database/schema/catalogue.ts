import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { NET_QUANTITY_UNITS } from "../../../contract/catalogue/schemas.ts";
import type { Picture } from "../../../contract/pictures.ts";
import { REVIEW_STATES } from "../../../contract/reviews/schemas.ts";
import { atLeast, oneOf, percentage, stars } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";
import { customer } from "./people.ts";

/** Products and their reviews. */

export const category = pgTable("category", {
  id: id(),
  /** Null for a category of the menu; a subcategory names its category. Two levels, no deeper. */
  parentId: rowId().references((): AnyPgColumn => category.id),
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
    categoryId: rowId()
      .notNull()
      .references(() => category.id),
    subcategoryId: rowId().references(() => category.id),
    pricePaise: paise().notNull(),
    /** MRP before the discount; null for a product sold at its MRP. */
    originalPricePaise: paise(),
    /** Units available: a projection of the table `stock`, so that listings filter by one index. Only server/stock/ writes it. */
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
    /** Each note of the pyramid once, derived by a trigger for filters and counts. */
    notes: text().array().notNull().default([]),
    /** Words that shoppers search for and the texts lack, such as "unisex" or "summer". Never shown. */
    keywords: text().array().notNull().default([]),
    scentFamily: text(),
    concentration: text(),
    longevity: text(),
    sillage: text(),
    netQuantity: integer().notNull(),
    netQuantityUnit: text({ enum: NET_QUANTITY_UNITS }).notNull(),
    ingredients: text().notNull(),
    allergens: text().array().notNull().default([]),
    countryOfOrigin: text().notNull(),
    shelfLifeMonths: integer().notNull(),
    hsn: text().notNull(),
    gstPercent: smallint().notNull(),
    images: jsonb().$type<Picture[]>().notNull().default([]),
    /** Slugs of products that go well with it, best first; slugs without a product are skipped. */
    pairedWith: text().array().notNull().default([]),
    /** Published reviews with 1, 2, 3, 4 and 5 stars. A trigger counts them. */
    ratingCounts: integer().array().notNull().default([0, 0, 0, 0, 0]),
    reviewCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    atLeast(1, table.pricePaise),
    check("product_original_price_paise_check", sql`${table.originalPricePaise} > ${table.pricePaise}`),
    atLeast(0, table.stock),
    atLeast(1, table.netQuantity),
    oneOf(table.netQuantityUnit),
    atLeast(0, table.shelfLifeMonths),
    percentage(table.gstPercent),
    check("product_rating_counts_check", sql`0 <= all (${table.ratingCounts})`),
    atLeast(0, table.reviewCount),
    atLeast(0, table.ratingSum),
    // One index for each order of a listing, alone and within a category, so that PostgreSQL reads a page and never sorts. The columns
    // after the id let a filtered listing skip the rows that it does not show.
    index("product_created_at_index").on(table.createdAt, table.id, table.pricePaise, table.inStock),
    index("product_price_paise_index").on(table.pricePaise, table.id, table.inStock),
    index("product_category_id_created_at_index").on(
      table.categoryId,
      table.createdAt,
      table.id,
      table.pricePaise,
      table.inStock,
    ),
    index("product_category_id_price_paise_index").on(table.categoryId, table.pricePaise, table.id, table.inStock),
    index("product_subcategory_id_created_at_index").on(
      table.subcategoryId,
      table.createdAt,
      table.id,
      table.pricePaise,
      table.inStock,
    ),
    index("product_subcategory_id_price_paise_index").on(
      table.subcategoryId,
      table.pricePaise,
      table.id,
      table.inStock,
    ),
    index("product_bestseller_created_at_index").on(table.createdAt, table.id).where(sql`is_bestseller`),
    index("product_bestseller_price_paise_index").on(table.pricePaise, table.id).where(sql`is_bestseller`),
    index("product_featured_created_at_index").on(table.createdAt, table.id).where(sql`is_featured`),
    index("product_featured_price_paise_index").on(table.pricePaise, table.id).where(sql`is_featured`),
    index("product_deal_created_at_index").on(table.createdAt, table.id).where(sql`original_price_paise is not null`),
    index("product_deal_price_paise_index").on(table.pricePaise, table.id).where(sql`original_price_paise is not null`),
    index().using("gin", table.notes),
  ],
);

/** Every word that occurs in a product. Search compares mistyped and unfinished words with it. */
export const searchWord = pgTable("search_word", { word: text().primaryKey() }, (table) => [
  index("search_word_trigram_index").using("gin", table.word.op("gin_trgm_ops")),
  index("search_word_prefix_index").on(table.word.op("text_pattern_ops")),
]);

export const review = pgTable(
  "review",
  {
    id: id(),
    productId: rowId()
      .notNull()
      .references(() => product.id, { onDelete: "cascade" }),
    customerId: rowId()
      .notNull()
      .references(() => customer.id, { onDelete: "cascade" }),
    rating: smallint().notNull(),
    title: text().notNull(),
    text: text(),
    images: jsonb().$type<Picture[]>().notNull().default([]),
    /** Paths behind the media host. */
    videos: jsonb().$type<string[]>().notNull().default([]),
    /** Whether the author had bought the product when the review was last written. */
    verifiedBuyer: boolean().notNull().default(false),
    state: text({ enum: REVIEW_STATES }).notNull().default("published"),
    /** Why it is not shown: a sentence for the author, empty for a published review. */
    note: text().notNull().default(""),
    createdAt: timestamptz().notNull().defaultNow(),
    changedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    unique("review_product_id_customer_id_unique").on(table.productId, table.customerId),
    stars(table.rating),
    oneOf(table.state),
    index("review_published_product_id_index")
      .on(table.productId, table.createdAt, table.id)
      .where(sql`state = 'published'`),
    index("review_held_changed_at_index").on(table.changedAt).where(sql`state = 'held'`),
    index().on(table.customerId),
  ],
);

/** A picture or video that a customer has uploaded for a review. One without a review is deleted after a day, file and row. */
export const reviewUpload = pgTable(
  "review_upload",
  {
    path: text().primaryKey(),
    customerId: rowId().references(() => customer.id, { onDelete: "set null" }),
    reviewId: rowId().references(() => review.id, { onDelete: "set null" }),
    /** What a page needs to show it; null for a video. */
    picture: jsonb().$type<Picture>(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.reviewId),
    index("review_upload_unused_created_at_index").on(table.createdAt).where(sql`review_id is null`),
    index().on(table.customerId),
  ],
);
