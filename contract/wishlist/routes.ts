import type { Route } from "../endpoint.ts";

export const wishlistRoutes = {
  readSavedProducts: { method: "GET", path: "/wishlist" },
  readSavedSizes: { method: "GET", path: "/wishlist/sizes" },
  readWishlist: { method: "GET", path: "/user/wishlist" },
  changeWishlist: { method: "PATCH", path: "/user/wishlist" },
} as const satisfies Record<string, Route>;
