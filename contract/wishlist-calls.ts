import * as z from "zod/mini";
import { answerOf } from "./answers.ts";
import type { Call } from "./call.ts";
import { productSummary } from "./catalogue.ts";
import { changedWishlist, changeWishlistBody, savedProductsQuery, wishlist, wishlistQuery } from "./wishlist.ts";

/** The calls about wishlists: a customer's is in the account, a guest's in the browser. */
export const wishlistCalls = {
  readSavedProducts: {
    method: "GET",
    path: "/wishlist",
    summary:
      "The products with these ids, in their order, for the wishlist of a guest; those no longer available are left out",
    tag: "Wishlist",
    query: savedProductsQuery,
    answer: answerOf(z.array(productSummary)),
  },
  readWishlist: {
    method: "GET",
    path: "/user/wishlist",
    summary: "The hearted products, hearted last first; with forCount=true only their ids",
    tag: "Wishlist",
    auth: "session",
    query: wishlistQuery,
    answer: wishlist,
  },
  changeWishlist: {
    method: "PATCH",
    path: "/user/wishlist",
    summary: "Add hearts and take others away; what cannot be added is left out and told",
    tag: "Wishlist",
    auth: "session",
    body: changeWishlistBody,
    answer: answerOf(changedWishlist),
  },
} as const satisfies Record<string, Call>;
