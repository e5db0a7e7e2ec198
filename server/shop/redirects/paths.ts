/** How paths of redirects are written and compared. */

import { MAX_PATH } from "../../../contract/admin/redirects.ts";
import { PERSONAL_PATH_PREFIXES } from "../../../contract/personal-pages.ts";

/** What the server itself responds to, and pages that no old address can replace. */
const OWN_PREFIXES = [
  ...[
    "/admin",
    "/api",
    "/assets",
    "/feeds",
    "/healthz",
    "/hooks",
    "/media",
    "/readyz",
    "/sandbox",
    "/sitemaps",
    "/ucp",
  ],
  ...PERSONAL_PATH_PREFIXES,
];

const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Returns the path by which a redirect is found: decoded, in lower case, without a query and without slashes at its end. Null if nothing can
 * be redirected there: it is malformed or too long.
 * @param path as in a request, or as somebody has typed it
 */
export function normalPath(path: string): string | null {
  // An encoded letter has up to nine characters.
  if (path.length > 9 * MAX_PATH) return null;
  try {
    // Two slashes at the beginning would name a host.
    const { pathname } = new URL(`/${path.replace(/^[/\\]+/, "")}`, "http://localhost");
    const decoded = decodeURIComponent(pathname);
    if (CONTROL.test(decoded) || /[?#]/.test(decoded)) return null;
    const normal = decoded.replace(/[/\\]+/g, "/").replace(/(?<=.)\/$/, "");
    const folded = normal.normalize("NFC").toLowerCase();
    return folded.length > MAX_PATH ? null : folded;
  } catch {
    return null;
  }
}

/** Whether the shop itself, not its pages of goods and texts, is below this normal path. */
export const isOwnPath = (path: string): boolean =>
  OWN_PREFIXES.some((own) => path === own || path.startsWith(`${own}/`));

/** Reads the path that is to be redirected. @returns it, or what is wrong with it */
export function readSource(typed: string): { path: string } | { problem: string } {
  // Somebody may paste the whole URL of the former shop.
  const path = normalPath(typed.trim().replace(/^https?:\/\/[^/?#]+/i, ""));
  if (path === null) return { problem: "is no path; please write it as in a browser, such as /pages/about-us" };
  if (path === "/") return { problem: "is the home page, which is always there" };
  if (isOwnPath(path)) return { problem: "belongs to the shop itself and can’t be redirected" };
  return { path };
}

/**
 * Reads where a redirect leads: to a path of this shop, which may have a query and a fragment.
 * @returns it as it stands in a URL, or what is wrong with it
 */
export function readTarget(typed: string): { path: string } | { problem: string } {
  const text = typed.trim();
  if (!text.startsWith("/"))
    return { problem: "leads out of the shop; please write a path of this shop, such as /products" };
  if (/^[/\\]{2}|\\/.test(text) || CONTROL.test(text) || text.length > MAX_PATH)
    return { problem: "is no path of this shop; please write one such as /products" };
  let url: URL;
  try {
    url = new URL(text, "http://localhost");
  } catch {
    return { problem: "is no path of this shop; please write one such as /products" };
  }
  const path = url.pathname.replace(/\/{2,}/g, "/").replace(/(?<=.)\/$/, "");
  const normal = normalPath(path);
  if (normal === null) return { problem: "is no path of this shop; please write one such as /products" };
  if (isOwnPath(normal) && !PERSONAL_PATH_PREFIXES.some((own) => own === normal))
    return { problem: "is no page that everybody can open" };
  const place = /^\/(product|category)\//.test(normal) ? path.toLowerCase() : path;
  return { path: place + url.search + url.hash };
}

/** A target without its query and fragment. */
export const pathOfTarget = (target: string): string => target.replace(/[?#].*$/, "");
