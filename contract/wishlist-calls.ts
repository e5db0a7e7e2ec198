import { answerOf } from "./answers.ts";
import type { Call } from "./call.ts";
import { changedWishlist, changeWishlistBody, wishlist, wishlistQuery } from "./wishlist.ts";

/** The calls about the wishlist of whoever is logged in. */
export const wishlistCalls = {
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
