/** Paths of screens that are somebody's own or belong to one moment: nothing for a search engine, and nothing to keep a copy of. */
export const PERSONAL_PAGES = [
  "/cart",
  "/checkout",
  "/profile",
  "/wishlist",
  "/tracking",
  "/login",
  "/signup",
  "/forgot",
  "/otp",
  "/change",
  "/newsletter",
] as const;
