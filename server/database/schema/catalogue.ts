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
import type { Picture } from "../../../contract/pictures.ts";
import type { ReviewState } from "../../../contract/reviews/schemas.ts";
import { id, moment, paise } from "./columns.ts";
import { customer } from "./people.ts";

/** What is sold, and what customers say of it. */

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
    pricePaise: paise().notNull(),
    /** MRP before the discount; null when it is sold at its MRP. */
    originalPricePaise: paise(),
    /** Units that can be sold: a projection of the table `stock`, so that listings filter by one index. Written by server/stock/ alone. */
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
    /** Words that shoppers search for and the texts do not hold, such as "unisex" or "summer". Never shown. */
    keywords: text().array().notNull().default([]),
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
    // One index for each order of a listing, alone and within a category, so that a page is read and never sorted. What stands behind the
    // id is there to be read on the way: a listing that is narrowed by it then looks at no row that it does not show.
    index("product_by_date").on(table.createdAt, table.id, table.pricePaise, table.inStock),
    index("product_by_price").on(table.pricePaise, table.id, table.inStock),
    index("product_by_category_date").on(table.categoryId, table.createdAt, table.id, table.pricePaise, table.inStock),
    index("product_by_category_price").on(table.categoryId, table.pricePaise, table.id, table.inStock),
    index("product_by_subcategory_date").on(
      table.subcategoryId,
      table.createdAt,
      table.id,
      table.pricePaise,
      table.inStock,
    ),
    index("product_by_subcategory_price").on(table.subcategoryId, table.pricePaise, table.id, table.inStock),
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
    /** Paths behind the media host. */
    videos: jsonb().$type<string[]>().notNull().default([]),
    /** Its author had bought the product when the review was written or changed last. */
    verifiedBuyer: boolean().notNull().default(false),
    state: text().$type<ReviewState>().notNull().default("published"),
    /** Why it is held or rejected, a sentence for its author; empty while it is published. */
    note: text().notNull().default(""),
    createdAt: moment().notNull().defaultNow(),
    changedAt: moment().notNull().defaultNow(),
  },
  (table) => [
    unique("review_once_per_customer").on(table.productId, table.customerId),
    check("review_rating_stars", sql`${table.rating} between 1 and 5`),
    // What shoppers read, and what staff has to look at.
    index("review_by_product").on(table.productId, table.createdAt, table.id).where(sql`state = 'published'`),
    index("review_to_look_at").on(table.changedAt).where(sql`state = 'held'`),
    index("review_by_customer").on(table.customerId),
  ],
);

/**
 * A picture or video that a customer has sent for a review. One that belongs to no review is deleted after a day, file and row; so is
 * what a deleted review, product or customer leaves behind.
 */
export const reviewUpload = pgTable(
  "review_upload",
  {
    path: text().primaryKey(),
    customerId: integer().references(() => customer.id, { onDelete: "set null" }),
    reviewId: integer().references(() => review.id, { onDelete: "set null" }),
    /** What a page needs to show it; null for a video. */
    picture: jsonb().$type<Picture>(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    index("review_upload_by_review").on(table.reviewId),
    index("review_upload_left_over").on(table.createdAt).where(sql`review_id is null`),
    index("review_upload_by_customer").on(table.customerId),
  ],
);
