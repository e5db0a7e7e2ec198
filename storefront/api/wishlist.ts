import { MAX_WISHLIST_ITEMS } from "../../contract/limits.ts";
import type { ChangedWishlist, Wishlist, WishlistChanges } from "../../contract/wishlist/schemas.ts";
import { pathWithQuery } from "./api.ts";
import { browserSend } from "./browser.ts";
import { call, requestData } from "./request.ts";

/** The calls about the wishlist, made in the browser only. */

const PATH = "user/wishlist";

export const wishlistApi = {
  /** @param forCount asks for the ids alone */
  read: (forCount: boolean) =>
    call<Wishlist>(browserSend, {
      method: "GET",
      path: pathWithQuery(PATH, { page: 1, perPage: MAX_WISHLIST_ITEMS, forCount }),
    }),
  change: (changes: WishlistChanges) =>
    requestData<ChangedWishlist>(browserSend, { method: "PATCH", path: PATH, body: changes, outlivesPage: true }),
};
