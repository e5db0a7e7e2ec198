/** Products and their sizes. Prices are rupees. */

import * as z from "zod/mini";
import { PRODUCT_LIMITS as MAX } from "../catalogue/product-limits.ts";
import { PRODUCT_STATES, slug } from "../catalogue/schemas.ts";
import { MAX_UPLOADED_PICTURE_BYTES } from "../limits.ts";
import { editedPicture, picture, pictureCrop } from "../pictures.ts";
import { responseFields } from "../response-fields.ts";
import { responseOf } from "../responses.ts";
import { rupees } from "../rupees.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { productFields, productState, sizeFields, sizePlace, sizePrices } from "./product-fields.ts";
import { deliveredUnits } from "./stock.ts";

export const PRODUCT_TABS = ["all", "drafts", "scheduled", "archived", "low_stock", "ended_claims"] as const;
export type ProductTab = (typeof PRODUCT_TABS)[number];

const id = rowId("id must be digits.");
const byId = z.object({ id });
/** The version of the product that the caller has seen. */
const version = z.int();

/** The filters of a list of products. */
export const adminProductFilter = {
  tab: z._default(z.enum(PRODUCT_TABS, `tab must be one of ${PRODUCT_TABS.join(", ")}.`), "all"),
  /** The text of the search field: a SKU, or the beginnings of words of the title. */
  q: z.optional(textField({ max: 100, error: "Please search with at most 100 characters." })),
  /** Slug of a category or subcategory. */
  category: z.optional(slug),
} as const;
export type AdminProductFilter = z.infer<z.ZodMiniObject<typeof adminProductFilter>>;
const adminProductQuery = z.object({
  ...adminProductFilter,
  /** The `_id` of the last product of the previous page. */
  after: z.optional(rowId("after must be digits.")),
});
export type AdminProductQuery = z.infer<typeof adminProductQuery>;

export const listedSize = z.object({
  _id: z.string(),
  sku: z.string(),
  label: z.string(),
  price: rupees,
  /** The MRP, if it is above the price. */
  originalPrice: z.nullable(rupees),
  onSale: z.boolean(),
  available: z.number(),
  /** The next planned change of its price; null if none is planned. */
  nextPrice: z.nullable(z.object({ price: rupees, at: z.string() })),
});
export type ListedSize = z.infer<typeof listedSize>;

const listedProduct = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  category: z.string(),
  picture: z.nullable(picture),
  state: z.enum(PRODUCT_STATES),
  publishAt: z.nullable(z.string()),
  version: z.number(),
  sizes: z.array(listedSize),
});
export type ListedProduct = z.infer<typeof listedProduct>;

const productList = z.object({ products: z.array(listedProduct), hasMore: z.boolean() });

const tabCounts = z.object({
  drafts: z.number(),
  scheduled: z.number(),
  archived: z.number(),
  low_stock: z.number(),
  ended_claims: z.number(),
});

const { gstFrom: _, packsCarryMrp: __, ...storedPrices } = sizePrices;

export const adminSize = z.object({
  _id: z.string(),
  ...responseFields({ ...sizeFields, ...storedPrices, ...sizePlace }),
  price: rupees,
  originalPrice: z.nullable(rupees),
  /** The GST rate that applies today. */
  gstPercent: z.nullable(z.number()),
  /** GST rates that apply from a later day. */
  laterRates: z.array(z.object({ from: z.string(), percent: z.number() })),
  /** Price changes that are planned or running, and those that failed within a month. */
  plannedPrices: z.array(
    z.object({
      _id: z.string(),
      price: rupees,
      originalPrice: z.nullable(rupees),
      startsAt: z.string(),
      /** When the former price applies again; null if never. */
      endsAt: z.nullable(z.string()),
      state: z.enum(["planned", "running", "failed"]),
      /** Why it failed. */
      message: z.string(),
    }),
  ),
  available: z.number(),
  reserved: z.number(),
});
export type AdminSize = z.infer<typeof adminSize>;

export const adminProduct = z.object({
  _id: z.string(),
  version: z.number(),
  state: z.enum(PRODUCT_STATES),
  publishAt: z.nullable(z.string()),
  /** Empty texts are not null here, also where the table has null; `category` is the slug of its subcategory, or of its category if it is in none. */
  ...responseFields(productFields),
  images: z.array(editedPicture),
  sizes: z.array(adminSize),
  /** What Indian law requires of a listing and this one lacks, by field. The product cannot be published while there is any. */
  missing: z.array(z.object({ field: z.string(), message: z.string() })),
  /** HSN codes and GST rates of its sizes that the GST portal will probably not take. They bar nothing. */
  gstWarnings: z.array(z.string()),
  /** The last change by staff; null if there is none. */
  lastChange: z.nullable(z.object({ by: z.string(), at: z.string() })),
  createdAt: z.string(),
});
export type AdminProduct = z.infer<typeof adminProduct>;

const READ = { tag: "Products", permission: "view_products", method: "GET" } as const;
const EDIT = {
  tag: "Products",
  permission: "edit_products",
  method: "POST",
  params: byId,
  errorStatuses: [409],
  response: responseOf(adminProduct),
} as const;

const newSize = z.object({
  ...sizePrices,
  ...sizeFields,
  sku: z.optional(sizeFields.sku),
  label: z.optional(sizeFields.label),
  /** Units that are there already. */
  stock: z.optional(z.object(deliveredUnits)),
});

export const productEndpoints = {
  listAdminProducts: {
    ...READ,
    path: "/products",
    summary: "Products of all states, the newest first, 30 a page",
    query: adminProductQuery,
    response: responseOf(productList),
  },
  countAdminProducts: {
    ...READ,
    path: "/products/counts",
    summary: "How many products each tab has, 100 at most",
    response: responseOf(tabCounts),
  },
  listProductCategories: {
    ...READ,
    path: "/product-categories",
    summary: "The categories that a product can be in, each before its subcategories",
    response: responseOf(
      z.array(
        z.object({
          slug: z.string(),
          /** A subcategory's has that of its category before it. */
          name: z.string(),
          ownName: z.string(),
        }),
      ),
    ),
  },
  readAdminProduct: {
    ...READ,
    path: "/products/:id",
    summary: "One product with its sizes and what it lacks to be published",
    params: byId,
    response: responseOf(adminProduct),
  },
  createProduct: {
    tag: "Products",
    permission: "edit_prices",
    method: "POST",
    path: "/products",
    repeat: "key",
    response: responseOf(adminProduct),
    summary:
      "Add a draft with its sizes; needs edit_products as well, and adjust_stock for units. SKUs and labels follow from title and net quantity",
    body: z.object({
      title: productFields.title,
      category: productFields.category,
      ...z.partial(z.pick(z.object(productFields), { countryOfOrigin: true, shelfLifeMonths: true, images: true }))
        .shape,
      size: newSize,
      moreSizes: z.optional(
        z.array(newSize).check(z.maxLength(MAX.sizes - 1, `A product has at most ${MAX.sizes} sizes.`)),
      ),
    }),
  },
  changeProduct: {
    ...EDIT,
    method: "PATCH",
    path: "/products/:id",
    repeat: "seen",
    summary: "Change fields of a product and its sizes; prices and GST need edit_prices as well",
    body: z.object({
      version,
      ...z.partial(z.object(productFields)).shape,
      /** The sizes that change; one without `_id` is added. */
      sizes: z.optional(
        z
          .array(
            z.object({
              _id: z.optional(rowId("_id must be digits.")),
              ...z.partial(z.object({ ...sizeFields, ...sizePrices, ...sizePlace })).shape,
            }),
          )
          .check(z.maxLength(MAX.sizes, `A product has at most ${MAX.sizes} sizes.`)),
      ),
    }),
  },
  previewAdminProduct: {
    ...READ,
    method: "POST",
    path: "/products/:id/preview",
    repeat: "harmless",
    summary: "A link that shows the product as shoppers would see it, for half an hour, to everybody who has it",
    params: byId,
    response: responseOf(z.object({ path: z.string(), until: z.string() })),
  },
  duplicateProduct: {
    ...EDIT,
    path: "/products/:id/duplicate",
    repeat: "key",
    summary: "Add a draft with the same texts, pictures and sizes, without stock",
  },
  changeProductState: {
    ...EDIT,
    path: "/products/:id/state",
    repeat: "seen",
    summary: "Publish a product now or at a time, take it back to the drafts, or archive it",
    body: z.object({
      version,
      ...productState,
    }),
  },
  uploadProductPicture: {
    tag: "Products",
    permission: "edit_products",
    method: "POST",
    path: "/product-pictures",
    repeat: "harmless",
    summary: "Store a picture, which a product can then name; its type is recognised by its content",
    files: { file: { maxBytes: MAX_UPLOADED_PICTURE_BYTES } },
    errorStatuses: [429],
    response: responseOf(z.omit(picture, { alt: true })),
  },
  cropProductPicture: {
    tag: "Products",
    permission: "edit_products",
    method: "POST",
    path: "/product-pictures/crop",
    repeat: "harmless",
    summary:
      "Store a part of a stored picture as a picture of its own, which a product can then name; the whole one stays",
    body: z.object({ path: textField({ max: 300, error: "This picture is not stored." }), part: pictureCrop }),
    response: responseOf(z.omit(picture, { alt: true })),
  },
  setSizeStock: {
    method: "POST",
    path: "/sizes/:id/stock",
    repeat: "seen",
    summary: "Set how many units of a size can be sold, if they are still as many as the caller has seen",
    tag: "Stock",
    permission: "adjust_stock",
    params: byId,
    body: z.object({
      seen: z.int(),
      available: z
        .int("Please give a whole number.")
        .check(z.gte(0, "There can’t be fewer than none."), z.lte(MAX.stock)),
      reason: z.optional(textField({ max: 200, error: "The reason has at most 200 characters." })),
    }),
    errorStatuses: [409],
    response: responseOf(z.object({ available: z.number() })),
  },
} as const satisfies Record<string, AdminEndpoint>;
