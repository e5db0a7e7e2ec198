import * as z from "zod/mini";
import { productSummary } from "../catalogue/schemas.ts";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { wishlistRoutes } from "./routes.ts";
import {
  changedWishlist,
  changeWishlistBody,
  savedProductsQuery,
  savedSize,
  savedSizesQuery,
  wishlist,
  wishlistQuery,
} from "./schemas.ts";

/** Endpoints of wishlists: a customer's is in the account, a guest's in the browser. */
export const wishlistEndpoints = {
  readSavedProducts: {
    ...wishlistRoutes.readSavedProducts,
    summary: "The products with these ids, in their order, for a guest's wishlist; unavailable ones are omitted",
    tag: "Wishlist",
    public: true,
    query: savedProductsQuery,
    response: responseOf(z.array(productSummary)),
  },
  readSavedSizes: {
    ...wishlistRoutes.readSavedSizes,
    summary: "The sizes with these ids, for a guest's wishlist; those no longer sold are omitted",
    tag: "Wishlist",
    public: true,
    query: savedSizesQuery,
    response: responseOf(z.array(savedSize)),
  },
  readWishlist: {
    ...wishlistRoutes.readWishlist,
    summary: "The products of the wishlist, the latest first; with forCount=true only their ids",
    tag: "Wishlist",
    auth: "session",
    query: wishlistQuery,
    response: wishlist,
  },
  changeWishlist: {
    ...wishlistRoutes.changeWishlist,
    repeat: "harmless",
    summary: "Add products to the wishlist and remove others; products that can’t be added are skipped and named",
    tag: "Wishlist",
    auth: "session",
    body: changeWishlistBody,
    response: responseOf(changedWishlist),
  },
} as const satisfies Record<string, Endpoint>;
