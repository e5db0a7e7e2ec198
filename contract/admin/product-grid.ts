/** The product grid: the selected products, or all that match a filter. */

import * as z from "zod/mini";
import { PRODUCT_LIMITS as MAX } from "../catalogue/product-limits.ts";
import { PRODUCT_STATES } from "../catalogue/schemas.ts";
import { responseOf } from "../responses.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import type { Permission } from "./permissions.ts";
import { productFields, productState, sizePrices } from "./product-fields.ts";
import { adminProductFilter, listedSize } from "./products.ts";

/** Maximum number of products in a grid. */
export const MAX_GRID = 200;
/** Maximum number of products in a request that saves. */
export const MAX_GRID_SAVED = 20;
/** What each column needs; a member without it sees the column and cannot change it. */
export const GRID_PERMISSIONS = {
  price: "edit_prices",
  originalPrice: "edit_prices",
  hsn: "edit_prices",
  gstPercent: "edit_prices",
  packsCarryMrp: "edit_prices",
  available: "adjust_stock",
  state: "edit_products",
  category: "edit_products",
  commonName: "edit_products",
} as const satisfies Record<string, Permission>;

const gridProduct = z.object({
  _id: z.string(),
  version: z.number(),
  title: z.string(),
  state: z.enum(PRODUCT_STATES),
  publishAt: z.nullable(z.string()),
  /** Slug of its subcategory, or of its category if it is in none. */
  category: z.string(),
  /** Its own; empty if it is that of its category. */
  commonName: z.string(),
  sizes: z.array(
    z.object({
      ...listedSize.shape,
      hsn: z.string(),
      /** The GST rate that applies today. */
      gstPercent: z.nullable(z.number()),
    }),
  ),
  /** What the law asks of a listing and this one lacks, so that it cannot be published. */
  missing: z.array(z.string()),
});
export type GridProduct = z.infer<typeof gridProduct>;

/** The result of saving one product. */
const gridResult = z.object({
  _id: z.string(),
  /** The product as stored now; null if it does not exist. */
  product: z.nullable(gridProduct),
  /** Why none of its changes were saved; null if all were. */
  problem: z.nullable(
    z.object({
      message: z.string(),
      /** Who changed it last, if it was changed meanwhile. */
      changedBy: z.nullable(z.string()),
      /** Errors by cell; `size` is null for a cell of the product itself. */
      errors: z.array(z.object({ size: z.nullable(z.string()), field: z.string(), message: z.string() })),
    }),
  ),
});
export type GridResult = z.infer<typeof gridResult>;

const changedProduct = z.object({
  _id: rowId("_id must be digits."),
  /** The version that the caller has seen. */
  version: z.int(),
  category: z.optional(productFields.category),
  commonName: z.optional(productFields.commonName),
  ...z.partial(z.object(productState)).shape,
  sizes: z.optional(
    z
      .array(
        z.object({
          _id: rowId("_id must be digits."),
          price: z.optional(sizePrices.price),
          originalPrice: sizePrices.originalPrice,
          packsCarryMrp: sizePrices.packsCarryMrp,
          hsn: z.optional(sizePrices.hsn),
          gstPercent: z.optional(sizePrices.gstPercent),
          /** The available units, saved only if `expected` still matches. */
          stock: z.optional(
            z.object({
              seen: z.int(),
              available: z
                .int("Please give a whole number.")
                .check(
                  z.gte(0, "There can’t be fewer than none."),
                  z.lte(MAX.stock, `The stock is at most ${MAX.stock}.`),
                ),
            }),
          ),
        }),
      )
      .check(z.maxLength(MAX.sizes, `A product has at most ${MAX.sizes} sizes.`)),
  ),
});
export type GridChange = z.infer<typeof changedProduct>;

export const productGridEndpoints = {
  readProductGrid: {
    tag: "Products",
    permission: "view_products",
    method: "GET",
    path: "/products/grid",
    summary: `Products with what a grid changes of them, ${MAX_GRID} at most: those named, or those that match`,
    query: z.object({
      ...adminProductFilter,
      /** Comma-separated ids, which replace the filter. */
      ids: z.optional(
        textField({ max: 5000, pattern: /^\d{1,15}(,\d{1,15})*$/, error: "ids must be digits, separated by commas." }),
      ),
    }),
    response: responseOf(z.object({ products: z.array(gridProduct), total: z.number() })),
  },
  saveProductGrid: {
    tag: "Products",
    permission: "view_products",
    method: "POST",
    path: "/products/grid",
    repeat: "state",
    summary:
      "Change several products; each stands for itself, with the version that was seen. Prices, HSN and GST need edit_prices, stock adjust_stock, state, category and common name edit_products",
    body: z.object({
      products: z
        .array(changedProduct)
        .check(
          z.minLength(1, "Please change something."),
          z.maxLength(MAX_GRID_SAVED, `A request changes at most ${MAX_GRID_SAVED} products.`),
        ),
    }),
    response: responseOf(z.object({ results: z.array(gridResult) })),
  },
} as const satisfies Record<string, AdminEndpoint>;
