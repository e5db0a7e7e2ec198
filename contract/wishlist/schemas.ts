import * as z from "zod/mini";
import { forCount, pageNumber, perPageOf, productId, productSummary, requiredVariantId } from "../catalogue/schemas.ts";
import { MAX_WISHLIST_ITEMS } from "../limits.ts";
import { listOf } from "../responses.ts";

const productIds = (name: string) =>
  z._default(
    z
      .array(productId, `${name} must be a list of products.`)
      .check(z.maxLength(MAX_WISHLIST_ITEMS, `${name} must be at most ${MAX_WISHLIST_ITEMS} products.`)),
    [],
  );

/** Removals apply first, and make room for additions. */
export const changeWishlistBody = z.object({
  /** In the order in which they were saved. If they do not all fit, the first ones are omitted. */
  add: productIds("add"),
  /** The sizes of products in `add`. For a product that is already saved it replaces the size; a size that is no longer sold is ignored. */
  sizes: z._default(
    z
      .array(z.object({ product_id: productId, variant_id: requiredVariantId }), "sizes must be a list of sizes.")
      .check(z.maxLength(MAX_WISHLIST_ITEMS, `sizes must be at most ${MAX_WISHLIST_ITEMS} sizes.`)),
    [],
  ),
  remove: productIds("remove"),
});

/** Why a product was not added. `gone`: it is no longer sold. `full`: the wishlist is full. */
const OMISSION_REASONS = ["gone", "full"] as const;
export type OmissionReason = (typeof OMISSION_REASONS)[number];

/** All ids of the wishlist, the latest first. */
const ids = { productIds: z.array(z.string()) };

export const changedWishlist = z.object({
  ...ids,
  /** The products that were not added; all other changes are made. */
  omitted: z.array(z.object({ product_id: z.string(), reason: z.enum(OMISSION_REASONS) })),
});
export type ChangedWishlist = z.infer<typeof changedWishlist>;

/** The query of `GET user/wishlist`. */
export const wishlistQuery = z.object({ page: pageNumber, perPage: perPageOf(MAX_WISHLIST_ITEMS), forCount });

/** Comma-separated ids of the products, or sizes, of a wishlist. */
const commaSeparated = (id: typeof productId | typeof requiredVariantId, what: string) => {
  const tooMany = `ids must be at most ${MAX_WISHLIST_ITEMS} ${what}.`;
  return z.pipe(
    z.pipe(
      z.string("ids is required.").check(z.maxLength(MAX_WISHLIST_ITEMS * 10, tooMany)),
      z.transform((text: string) => text.split(",").filter(Boolean)),
    ),
    z.array(id).check(z.maxLength(MAX_WISHLIST_ITEMS, tooMany)),
  );
};

/** The query of `GET wishlist`. */
export const savedProductsQuery = z.object({ ids: commaSeparated(productId, "products") });
/** The query of `GET wishlist/sizes`. */
export const savedSizesQuery = z.object({ ids: commaSeparated(requiredVariantId, "sizes") });

/** A size that a product was saved in. */
export const savedSize = z.object({
  product_id: z.string(),
  variant_id: z.string(),
  size: z.string(),
  price: z.number(),
});
export type SavedSize = z.infer<typeof savedSize>;

/** A page of the wishlist, the latest first, with the ids of the whole. */
export const wishlist = z.extend(listOf(productSummary), {
  ...ids,
  /** The sizes in which the products of the page were saved; products without a size are missing. */
  sizes: z.array(savedSize),
});
export type Wishlist = z.infer<typeof wishlist>;
