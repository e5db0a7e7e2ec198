/** Paths of personal or one-time pages: not indexed by search engines and not cached. */
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
