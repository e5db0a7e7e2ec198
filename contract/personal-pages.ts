/** Paths of pages that are personal or reached by a one-time link: not indexed by search engines, and not cached by the service worker. */
export const PERSONAL_PATH_PREFIXES = [
  "/cart",
  "/checkout",
  "/pay",
  "/profile",
  "/wishlist",
  "/tracking",
  "/login",
  "/signup",
  "/forgot",
  "/otp",
  "/change",
  "/newsletter",
  "/preview",
] as const;
