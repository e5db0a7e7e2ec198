/** Paths of pages that are personal or reached by a one-time link: not indexed by search engines, and not cached by the service worker. */
export const PERSONAL_PATH_PREFIXES = [
  "/cart",
  "/checkout",
  "/pay",
  "/redelivery",
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

/** Whether a page is personal or has a token in its address. @param pathname as in an address, in any spelling that the router accepts */
export function isPersonalPath(pathname: string): boolean {
  const path = decoded(pathname).toLowerCase().replace(/\/+/g, "/");
  return PERSONAL_PATH_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
}

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
