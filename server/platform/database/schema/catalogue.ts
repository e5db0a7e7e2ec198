/** Products and their variants. */

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
  unique,
} from "drizzle-orm/pg-core";
import {
  type Claim,
  NET_QUANTITY_UNITS,
  PRODUCT_STATES,
  type ScentPairing,
} from "../../../../contract/catalogue/schemas.ts";
import type { EditedPicture, Picture } from "../../../../contract/pictures.ts";
import { paise as paiseOf } from "../../../base/money.ts";
import { atLeast, oneOf, percentage } from "./checks.ts";
import { id, paise, rowId, timestamptz } from "./columns.ts";

export const category = pgTable("category", {
  id: id(),
  /** Null for a category of the menu; a subcategory has the id of its category. There are only two levels. */
  parentId: rowId().references((): AnyPgColumn => category.id),
  slug: text().notNull().unique(),
  name: text().notNull(),
  description: text().notNull().default(""),
  image: jsonb().$type<Picture>(),
  position: integer().notNull().default(0),
  /** The common name of its products that name none, such as "Eau de parfum"; null for that of its category. */
  commonName: text(),
  /** Its number or path in Google's list of product categories, for feeds; null for that of its category, or Google's own choice. */
  googleCategory: text(),
  /** Null if it is derived from name and description. */
  metaTitle: text(),
  metaDescription: text(),
  /** Counts changes, by a trigger. Reordering siblings does not count. */
  version: integer().notNull().default(1),
});

/** Former slugs of categories, and slugs of deleted categories whose products were moved there; their URLs redirect. */
export const categorySlug = pgTable(
  "category_slug",
  {
    slug: text().primaryKey(),
    categoryId: rowId()
      .notNull()
      .references(() => category.id, { onDelete: "cascade" }),
  },
  (table) => [index().on(table.categoryId)],
);

export const product = pgTable(
  "product",
  {
    id: id(),
    slug: text().notNull().unique(),
    state: text({ enum: PRODUCT_STATES }).notNull().default("published"),
    /** When a scheduled product is published. */
    publishAt: timestamptz(),
    /** Counts changes by staff, by a trigger. */
    version: integer().notNull().default(1),
    title: text().notNull(),
    subTitle: text().notNull(),
    description: text().notNull(),
    /** What it is, such as "Face wash" (rule 6(1)(b) of the packaged commodities rules); null for that of its category. */
    commonName: text(),
    categoryId: rowId()
      .notNull()
      .references(() => category.id),
    subcategoryId: rowId().references(() => category.id),
    // The following nine columns project `variant` and `stock`, so that listings read one table. projectVariants() alone writes them
    // (server/selling/variants/project-variants.ts); a product without variants has the defaults and cannot be bought.
    /** The first variant on sale, or the first of all if none is. */
    firstVariantId: rowId(),
    /**
     * The variant that cards and lists show and add: the first on sale that is in stock, or without one the first variant. Null, with
     * `shownSize`, in rows that no release has projected since these columns exist; then it is the first variant.
     */
    shownVariantId: rowId(),
    /** Its label. */
    shownSize: text(),
    /** Its price. */
    pricePaise: paise().notNull().default(paiseOf(0)),
    originalPricePaise: paise(),
    /**
     * The lowest price of the variants that can be bought, or if all are sold out of those on sale, by which listings sort and filter. 0 unless the product is published: the indexes of
     * listings contain it.
     */
    lowestPricePaise: paise().notNull().default(paiseOf(0)),
    /** The highest price of the same variants. */
    highestPricePaise: paise().notNull().default(paiseOf(0)),
    /** Labels of the variants on sale, by position. */
    sizes: text().array().notNull().default([]),
    /** Whether a variant on sale has available units. */
    inStock: boolean().notNull().default(false),
    isFeatured: boolean().notNull().default(false),
    isBestseller: boolean().notNull().default(false),
    /** Whether it holds no alcohol, as oil-based attars, so that it may go by air. */
    isAlcoholFree: boolean().notNull().default(false),
    keyBenefits: text().array().notNull().default([]),
    howToUse: text().array().notNull().default([]),
    faqs: jsonb().$type<{ question: string; answer: string }[]>().notNull().default([]),
    topNotes: text().array().notNull().default([]),
    heartNotes: text().array().notNull().default([]),
    baseNotes: text().array().notNull().default([]),
    /** Each note of the pyramid once, derived by a trigger, for filters and counts. */
    notes: text().array().notNull().default([]),
    /** Words that shoppers search for and that the texts lack, such as "unisex" or "summer". Never shown. */
    keywords: text().array().notNull().default([]),
    scentFamily: text(),
    concentration: text(),
    longevity: text(),
    sillage: text(),
    /** The products in a set with their net quantities, as SET_ENTRY (contract/catalogue/set-contents.ts). */
    setContents: text().array().notNull().default([]),
    ingredients: text().notNull(),
    allergens: text().array().notNull().default([]),
    /** A name of contract/catalogue/countries.ts; empty in drafts only. */
    countryOfOrigin: text().notNull(),
    /** Name and address of the manufacturer; null for the shop's, unless the product is imported. */
    manufacturer: text(),
    /** Name and address of the packer; null if the manufacturer packs. */
    packer: text(),
    /** Name and address of the importer; null for the shop's if the product is imported. */
    importer: text(),
    /** Where its main ingredient grows or is made, such as "Ganjam, Odisha". */
    originPlace: text(),
    /** The botanical name of the plant. */
    originPlant: text(),
    /** Two sentences about the place and its makers. */
    originStory: text().notNull().default(""),
    shelfLifeMonths: integer().notNull(),
    images: jsonb().$type<EditedPicture[]>().notNull().default([]),
    /** Slugs of products that go well with it, best first; slugs without a product are skipped. */
    pairedWith: text().array().notNull().default([]),
    /** The products of `paired_with` to wear together with this one; `effect` says what each does, for example "warms it". */
    wearWith: jsonb().$type<ScentPairing[]>().notNull().default([]),
    /** Claims with their proof. A claim whose proof has expired is not shown. */
    claims: jsonb().$type<Claim[]>().notNull().default([]),
    /** Null if it is derived from title and texts. */
    metaTitle: text(),
    metaDescription: text(),
    /** Published reviews with 1, 2, 3, 4 and 5 stars. A trigger counts them. */
    ratingCounts: integer().array().notNull().default([0, 0, 0, 0, 0]),
    reviewCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    createdAt: timestamptz().notNull().defaultNow(),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    oneOf(table.state),
    check("product_publish_at_check", sql`(${table.state} = 'scheduled') = (${table.publishAt} is not null)`),
    check("product_published_check", sql`${table.state} = 'published' or ${table.lowestPricePaise} = 0`),
    atLeast(0, table.pricePaise),
    check("product_original_price_paise_check", sql`${table.originalPricePaise} > ${table.pricePaise}`),
    atLeast(0, table.lowestPricePaise),
    atLeast(0, table.highestPricePaise),
    atLeast(0, table.shelfLifeMonths),
    check("product_rating_counts_check", sql`0 <= all (${table.ratingCounts})`),
    atLeast(0, table.reviewCount),
    atLeast(0, table.ratingSum),
    // One index for each sort order of a listing, alone and within a category, so that PostgreSQL reads a page and never sorts. The columns
    // after the id let a filtered listing skip rows that it does not show.
    index("product_created_at_index").on(table.createdAt, table.id, table.lowestPricePaise, table.inStock),
    index("product_lowest_price_paise_index").on(table.lowestPricePaise, table.id, table.inStock),
    index("product_category_id_created_at_index").on(
      table.categoryId,
      table.createdAt,
      table.id,
      table.lowestPricePaise,
      table.inStock,
    ),
    index("product_category_id_lowest_price_paise_index").on(
      table.categoryId,
      table.lowestPricePaise,
      table.id,
      table.inStock,
    ),
    index("product_subcategory_id_created_at_index").on(
      table.subcategoryId,
      table.createdAt,
      table.id,
      table.lowestPricePaise,
      table.inStock,
    ),
    index("product_subcategory_id_lowest_price_paise_index").on(
      table.subcategoryId,
      table.lowestPricePaise,
      table.id,
      table.inStock,
    ),
    index("product_bestseller_created_at_index").on(table.createdAt, table.id).where(sql`is_bestseller`),
    index("product_bestseller_lowest_price_paise_index").on(table.lowestPricePaise, table.id).where(sql`is_bestseller`),
    index("product_featured_created_at_index").on(table.createdAt, table.id).where(sql`is_featured`),
    index("product_featured_lowest_price_paise_index").on(table.lowestPricePaise, table.id).where(sql`is_featured`),
    index("product_deal_created_at_index").on(table.createdAt, table.id).where(sql`original_price_paise is not null`),
    index("product_deal_lowest_price_paise_index")
      .on(table.lowestPricePaise, table.id)
      .where(sql`original_price_paise is not null`),
    // For the back office, which lists drafts and archived products.
    index("product_unpublished_state_index").on(table.state, table.id).where(sql`state <> 'published'`).concurrently(),
    index("product_claims_index").on(table.id).where(sql`claims <> '[]'`).concurrently(),
    index("product_country_of_origin_index")
      .on(table.countryOfOrigin, table.id, table.lowestPricePaise, table.inStock)
      .concurrently(),
    // For searches, which take every other product for one from India.
    index("product_imported_index")
      .on(table.id, table.countryOfOrigin)
      .where(sql`country_of_origin <> 'India'`)
      .concurrently(),
    index().using("gin", table.notes),
    index().using("gin", table.sizes),
  ],
);

/** Former slugs of products; their URLs redirect. */
export const productSlug = pgTable(
  "product_slug",
  {
    slug: text().primaryKey(),
    productId: rowId()
      .notNull()
      .references(() => product.id, { onDelete: "cascade" }),
  },
  (table) => [index().on(table.productId)],
);

/** What a customer buys: one size of a product, with its price. Every product has at least one variant. */
export const variant = pgTable(
  "variant",
  {
    id: id(),
    productId: rowId()
      .notNull()
      .references(() => product.id, { onDelete: "cascade" }),
    sku: text().notNull().unique(),
    /** The size as shoppers read it, such as "50 ml". */
    label: text().notNull(),
    netQuantity: integer().notNull(),
    netQuantityUnit: text({ enum: NET_QUANTITY_UNITS }).notNull(),
    pricePaise: paise().notNull(),
    /** MRP before the discount; null for a variant sold at its MRP. */
    originalPricePaise: paise(),
    /** Weight and measures when packed for the courier. */
    weightGrams: integer(),
    lengthMm: integer(),
    widthMm: integer(),
    heightMm: integer(),
    /** GTIN: 8, 12, 13 or 14 digits. */
    barcode: text(),
    hsn: text().notNull(),
    /** A picture of this size; null where the product's pictures show it. */
    image: jsonb().$type<Picture>(),
    /** Its index among the product's variants, from 0. */
    position: smallint().notNull().default(0),
    /** False for a variant that is no longer sold but remains for its orders. */
    onSale: boolean().notNull().default(true),
  },
  (table) => [
    unique("variant_product_id_label_unique").on(table.productId, table.label),
    // SKUs are found in any spelling (server/selling/variants/size-names.ts).
    index("variant_sku_key_index").on(sql`upper(translate(${table.sku}, ' ' || chr(160), ''))`).concurrently(),
    index("variant_barcode_index").on(table.barcode).concurrently(),
    atLeast(1, table.netQuantity),
    oneOf(table.netQuantityUnit),
    atLeast(1, table.pricePaise),
    check("variant_original_price_paise_check", sql`${table.originalPricePaise} > ${table.pricePaise}`),
    atLeast(1, table.weightGrams),
    atLeast(1, table.lengthMm),
    atLeast(1, table.widthMm),
    atLeast(1, table.heightMm),
    atLeast(0, table.position),
  ],
);

/** `running`: it has started and has an end. */
const PRICE_CHANGE_STATES = ["planned", "running", "done", "cancelled", "failed"] as const;

/** A price change of a variant: a job sets the price at one time and may restore the former price at another. */
export const priceChange = pgTable(
  "price_change",
  {
    id: id(),
    variantId: rowId()
      .notNull()
      .references(() => variant.id, { onDelete: "cascade" }),
    pricePaise: paise().notNull(),
    originalPricePaise: paise(),
    /** Whether staff has stated that the packs in stock carry its MRP. */
    packsCarryMrp: boolean().notNull().default(false),
    startsAt: timestamptz().notNull(),
    /** Null if the new price stays. */
    endsAt: timestamptz(),
    state: text({ enum: PRICE_CHANGE_STATES }).notNull().default("planned"),
    /** The price that it replaced, and restores at its end. */
    beforePricePaise: paise(),
    beforeOriginalPricePaise: paise(),
    /** Why it failed. */
    message: text().notNull().default(""),
    endedAt: timestamptz(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    oneOf(table.state),
    atLeast(1, table.pricePaise),
    check("price_change_original_price_paise_check", sql`${table.originalPricePaise} > ${table.pricePaise}`),
    atLeast(1, table.beforePricePaise),
    check(
      "price_change_before_original_price_paise_check",
      sql`${table.beforeOriginalPricePaise} > ${table.beforePricePaise}`,
    ),
    check("price_change_ends_at_check", sql`${table.endsAt} > ${table.startsAt}`),
    check("price_change_running_check", sql`${table.state} <> 'running' or ${table.beforePricePaise} is not null`),
    check("price_change_ended_at_check", sql`(${table.endedAt} is null) = (${table.state} in ('planned', 'running'))`),
    index().on(table.variantId),
  ],
);

/** GST rates of a variant by date. An order item copies the rate of its day. */
export const gstRate = pgTable(
  "gst_rate",
  {
    variantId: rowId()
      .notNull()
      .references(() => variant.id, { onDelete: "cascade" }),
    /** Applies from this day in India until the next row's. */
    validFrom: date({ mode: "string" }).notNull(),
    percent: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.variantId, table.validFrom] }), percentage(table.percent)],
);

/** Every word that occurs in a product. Search compares mistyped and unfinished words with it. */
export const searchWord = pgTable("search_word", { word: text().primaryKey() }, (table) => [
  index("search_word_trigram_index").using("gin", table.word.op("gin_trgm_ops")),
  index("search_word_prefix_index").on(table.word.op("text_pattern_ops")),
]);
