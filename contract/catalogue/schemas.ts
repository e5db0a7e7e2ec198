/** Products, categories and the query of a listing. Prices are rupees here (749 or 99.5); the server stores paise. */

import * as z from "zod/mini";
import {
  MAX_COUNTRIES_IN_FILTER,
  MAX_NOTES_IN_FILTER,
  MAX_PER_PAGE,
  MAX_SEARCH_LENGTH,
  MAX_SIZES_IN_FILTER,
  RESULT_WINDOW,
} from "../limits.ts";
import { picture } from "../pictures.ts";
import { rowId, textField } from "../text.ts";

/** `scheduled`: a draft that is published at a time. Only what is published is shown anywhere in the shop. */
export const PRODUCT_STATES = ["draft", "scheduled", "published", "archived"] as const;
export type ProductState = (typeof PRODUCT_STATES)[number];

export const AVAILABILITIES = ["in_stock", "out_of_stock"] as const;
export type Availability = (typeof AVAILABILITIES)[number];

/** What a product card shows. `rating` is missing without reviews; `review`, or `reviews`, is the number of reviews. */
export const productSummary = z.object({
  _id: z.string(),
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  sub_title: z.string(),
  category: z.string(),
  price: z.number(),
  originalPrice: z.optional(z.number()),
  /** The lowest and the highest price of its sizes in stock, or of all if all are sold out. */
  lowestPrice: z.number(),
  highestPrice: z.number(),
  /** Labels of the sizes on sale. */
  sizes: z.array(z.string()),
  /** The id of the first size, which `product_id` alone means in requests. */
  variant_id: z.string(),
  /** The size to show and to add: the first in stock, or the first if all are sold out. `price` and `originalPrice` are its own. */
  shownSize: z.object({ variant_id: z.string(), label: z.string() }),
  rating: z.optional(z.number()),
  review: z.number(),
  reviews: z.optional(z.number()),
  images: z.array(picture),
  notes: z.array(z.string()),
  availability: z.enum(AVAILABILITIES),
  bestseller: z.boolean(),
  isFeatured: z.boolean(),
  /** Whether the requesting customer has its first size in the cart. */
  add_cart: z.boolean(),
  createdAt: z.string(),
});
export type ProductSummary = z.infer<typeof productSummary>;

const productFaq = z.object({ question: z.string(), answer: z.string() });
const notePyramid = z.object({
  top: z.array(z.string()),
  heart: z.array(z.string()),
  base: z.array(z.string()),
});
export type NotePyramid = z.infer<typeof notePyramid>;

const scentPairing = z.object({ slug: z.string(), effect: z.string() });
/** A product to wear together with this one; `effect` says what it does, for example "warms it". */
export type ScentPairing = z.infer<typeof scentPairing>;

/** The URL of a certificate. */
export const CLAIM_URL = /^https:\/\/[^\s"'<>\\]{4,}$/;

const claim = z.object({
  /** The claim in words, for example "Organic". */
  claim: z.string(),
  /** Who certifies it, and the certificate's number. */
  body: z.string(),
  number: z.string(),
  /** The last day on which the certificate is valid; null if it does not expire. */
  validUntil: z.nullable(z.string()),
  /** The certificate's URL; empty if there is none. */
  url: z.string(),
});
/** A claim about a product with its proof. */
export type Claim = z.infer<typeof claim>;

export const categoryLink = z.object({ name: z.string(), slug: z.string() });
export type CategoryLink = z.infer<typeof categoryLink>;

export const NET_QUANTITY_UNITS = ["ml", "g", "pieces"] as const;

const netQuantity = z.object({ value: z.number(), unit: z.enum(NET_QUANTITY_UNITS) });

/** How one unit of a size reaches the place in India where that costs most, by the method that the checkout offers first there. */
const dearestShipping = z.object({
  /** In rupees. */
  price: z.number(),
  /** Working days from dispatch to delivery, the slowest place included; null without a promise. */
  days: z.nullable(z.object({ min: z.number(), max: z.number() })),
});

/** A size of a product. */
export const variant = z.object({
  _id: z.string(),
  sku: z.string(),
  /** For example "50 ml". */
  label: z.string(),
  price: z.number(),
  originalPrice: z.optional(z.number()),
  netQuantity,
  availability: z.enum(AVAILABILITIES),
  /** Units left if they are few; null if there are enough or none. */
  lowStock: z.nullable(z.number()),
  /** The GTIN; null without one. */
  barcode: z.nullable(z.string()),
  /** The size's own picture; null if it has none. */
  image: z.nullable(picture),
  /** Null if the shop delivers nowhere. */
  shipping: z.nullable(dearestShipping),
});
export type Variant = z.infer<typeof variant>;

/** Price, SKU, net quantity and low stock are those of the first variant. */
export const product = z.extend(productSummary, {
  /** The sizes on sale; the first size of a product that is no longer sold. */
  variants: z.array(variant),
  sku: z.string(),
  desc: z.string(),
  /** What it is, such as "Eau de parfum": its own or its category's; null if neither names one. */
  commonName: z.nullable(z.string()),
  /** The categories from the menu's to the product's. */
  categoryPath: z.array(categoryLink),
  key_benefits: z.array(z.string()),
  how_to_use: z.array(z.string()),
  faqs: z.array(productFaq),
  notePyramid,
  scentFamily: z.nullable(z.string()),
  concentration: z.nullable(z.string()),
  longevity: z.nullable(z.string()),
  sillage: z.nullable(z.string()),
  netQuantity,
  /** The products in a set, each with its net quantity, such as "Kewra Bloom 2 ml"; empty for what is no set. */
  setContents: z.array(z.string()),
  /** The net quantity of a set, such as "5 × 2 ml"; null for what is no set. */
  setQuantity: z.nullable(z.string()),
  ingredients: z.string(),
  allergens: z.array(z.string()),
  countryOfOrigin: z.string(),
  /** Name and address of the manufacturer; null for the shop's, unless the product is imported. */
  manufacturer: z.nullable(z.string()),
  /** Name and address of the packer; null if the manufacturer packs. */
  packer: z.nullable(z.string()),
  /** Name and address of the importer; null for the shop's if the product is imported. */
  importer: z.nullable(z.string()),
  /** Where its main ingredient grows or is made, such as "Ganjam, Odisha". */
  originPlace: z.nullable(z.string()),
  /** The botanical name of the plant. */
  originPlant: z.nullable(z.string()),
  originStory: z.string(),
  shelfLifeMonths: z.number(),
  /** Units left if they are few; null if there are enough or none. */
  lowStock: z.nullable(z.number()),
  /** The number of ratings with 1, 2, 3, 4 and 5 stars. */
  ratingCounts: z.array(z.number()),
  similar_products: z.array(productSummary),
  /** Null if it is derived from title and texts. */
  metaTitle: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
  /** Products to wear together with this one. */
  wearWith: z.array(scentPairing),
  /** The claims whose proof has not expired. */
  claims: z.array(claim),
});
export type Product = z.infer<typeof product>;

export const category = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: z.nullable(picture),
  subcategories: z.array(categoryLink),
});
export type Category = z.infer<typeof category>;

/** One category by its slug; `parent` is set for a subcategory. */
export const categoryDetail = z.extend(category, {
  parent: z.nullable(categoryLink),
  /** Null if it is derived from name and description. */
  metaTitle: z.nullable(z.string()),
  metaDescription: z.nullable(z.string()),
});
export type CategoryDetail = z.infer<typeof categoryDetail>;

/** `eq`: counts are exact. `gte`: there may be more, since a large catalogue is not counted to its end. */
const countRelation = z.enum(["eq", "gte"]);
export type CountRelation = z.infer<typeof countRelation>;

const facets = z.object({
  /** Whether all counts of the facets are exact. */
  relation: countRelation,
  /** Each note with the number of products that selecting it alone would list. */
  notes: z.array(z.object({ name: z.string(), count: z.number() })),
  /** Each size, such as "50 ml", with the number of products that selecting it alone would list. */
  sizes: z.array(z.object({ name: z.string(), count: z.number() })),
  /** Each country of origin with the number of products that selecting it alone would list. */
  countries: z.array(z.object({ name: z.string(), count: z.number() })),
  availability: z.object({ in_stock: z.number(), out_of_stock: z.number() }),
  /** The lowest and highest price of the listing without the price filter, in rupees; null if it is empty. */
  price: z.nullable(z.object({ min: z.number(), max: z.number() })),
  /**
   * Number of products in equal price ranges up to the end of the price slider, without the price filter. The last includes all higher
   * prices.
   */
  priceSteps: z.array(z.number()),
});
export type Facets = z.infer<typeof facets>;

export const productList = z.object({
  success: z.literal(true),
  statusCode: z.number(),
  data: z.array(productSummary),
  perPage: z.number(),
  page: z.number(),
  totalData: z.number(),
  totalRelation: countRelation,
  totalPages: z.number(),
  facets,
});
export type ProductList = z.infer<typeof productList>;

/** Accepts decimal digits only, not `0x10`, `1e1`, ` 1` or `+2`. */
const readDigits = z.transform((given: unknown) =>
  typeof given === "string" && given.length <= 20 ? (/^-?[0-9]+$/.test(given) ? Number(given) : Number.NaN) : given,
);
const wholeNumber = (name: string, min: number, max: number) =>
  z.pipe(
    readDigits,
    z
      .number(`${name} must be a whole number from ${min} to ${max}.`)
      .check(
        z.int(`${name} must be a whole number from ${min} to ${max}.`),
        z.gte(min, `${name} must be at least ${min}.`),
        z.lte(max, `${name} must be at most ${max}.`),
      ),
  );

export const pageNumber = z._default(wholeNumber("page", 1, RESULT_WINDOW), 1);
export const perPageOf = (defaultSize: number) => z._default(wholeNumber("perPage", 1, MAX_PER_PAGE), defaultSize);

const trueOrFalse = (name: string) =>
  z.pipe(
    z.enum(["true", "false"], `${name} must be true or false.`),
    z.transform((value: "true" | "false") => value === "true"),
  );
/** A query flag that can only be `true`. */
export const queryFlag = (name: string) => z.optional(trueOrFalse(name));
/** Requests only ids and the count; `data` is empty. */
export const forCount = z._default(trueOrFalse("forCount"), false);
const direction = (name: string) => z.optional(z.enum(["asc", "desc"], `${name} must be asc or desc.`));
const rupees = (name: string) => z.optional(wholeNumber(name, 0, 10_000_000));

export const slug = textField({
  max: 120,
  pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  error: "A slug has lowercase letters, digits and hyphens.",
  tooLong: "A slug has at most 120 characters.",
});

/** The `_id` of a product in requests. */
export const productId = rowId("product_id must be the _id of a product.", "product_id is required.");

/** The `_id` of one of its variants; by default the first. */
export const requiredVariantId = rowId("variant_id must be the _id of a size.", "variant_id is required.");
export const variantId = z.optional(requiredVariantId);

/** Up to `max` comma-separated names. */
const names = (name: string, max: number) =>
  z.optional(
    z.pipe(
      z.pipe(
        textField({ mayBeEmpty: true, max: 1000, error: `${name} must be at most 1000 characters.` }),
        z.transform((text: string) =>
          text
            .split(",")
            .map((one) => one.trim())
            .filter(Boolean),
        ),
      ),
      z.array(z.string()).check(z.maxLength(max, `${name} must be at most ${max} names.`)),
    ),
  );

/** The query of `GET product`. Missing parameters do not filter; unknown ones are ignored. */
export const productQuery = z.object({
  page: pageNumber,
  perPage: perPageOf(12),
  search: z._default(
    textField({
      mayBeEmpty: true,
      max: MAX_SEARCH_LENGTH,
      error: `search must be at most ${MAX_SEARCH_LENGTH} characters.`,
    }),
    "",
  ),
  category: z.optional(slug),
  bestseller: queryFlag("bestseller"),
  isFeatured: queryFlag("isFeatured"),
  /** Lists products in stock below their MRP: the page Crazy Deals. */
  deals: queryFlag("deals"),
  price_sort: direction("price_sort"),
  date_sort: direction("date_sort"),
  /** By the name of the country of origin. */
  origin_sort: direction("origin_sort"),
  min_price: rupees("min_price"),
  max_price: rupees("max_price"),
  /** Comma-separated notes; products with any of them are listed. */
  notes: names("notes", MAX_NOTES_IN_FILTER),
  /** Comma-separated labels of sizes, such as `50 ml,100 ml`; products sold in any of them are listed. */
  sizes: names("sizes", MAX_SIZES_IN_FILTER),
  /** Comma-separated countries of origin, such as `France,Oman`; products from any of them are listed. */
  countries: names("countries", MAX_COUNTRIES_IN_FILTER),
  availability: z.optional(z.enum(AVAILABILITIES, "availability must be in_stock or out_of_stock.")),
});
export type ProductQuery = z.infer<typeof productQuery>;
