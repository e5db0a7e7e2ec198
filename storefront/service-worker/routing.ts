/** The worker's rules, without I/O. */

import { PERSONAL_PATH_PREFIXES } from "../../contract/personal-pages.ts";

/** The properties of a request by which it is routed. */
export interface RequestFacts {
  method: string;
  url: string;
  /** `navigate` when a window opens a page. */
  mode: string;
  /** Whether it has credentials. */
  authorized: boolean;
}

/**
 * - `page`: from the network, and cached; the cached copy when the network fails
 * - `personal`: a personal page, from the network only; the offline page when the network fails
 * - `file`, `picture`: from the cache, since the content of a URL never changes; from the network once
 */
export type Handling = "page" | "personal" | "file" | "picture";

/** Paths that are not pages of the storefront although a window may open them. */
const NOT_PAGES = ["/admin", "/api", "/sandbox", "/media", "/assets"];
/** Videos are not cached: players request ranges, and one takes the space of a hundred pictures. */
const PICTURE = /\.(avif|webp|jpe?g|png|svg)$/;

/**
 * How to handle a request; null leaves it to the browser.
 * @param assetsOrigin where the built files are, if not at the shop's origin
 */
export function handlingOf(
  { method, url, mode, authorized }: RequestFacts,
  shopOrigin: string,
  assetsOrigin: string | null = null,
): Handling | null {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || authorized) return null;
  if (origin === assetsOrigin) return isBelow(["/assets"], pathname) ? "file" : null;
  if (origin !== shopOrigin) return null;
  if (mode === "navigate")
    return isPage(pathname) ? (isBelow(PERSONAL_PATH_PREFIXES, pathname) ? "personal" : "page") : null;
  if (isBelow(["/assets"], pathname)) return "file";
  if (isBelow(["/media"], pathname) && PICTURE.test(pathname)) return "picture";
  return null;
}

/** Pages have no file extension; files that a window opens (an invoice, the sitemap) do. */
function isPage(pathname: string): boolean {
  return !isBelow(NOT_PAGES, pathname) && !/\.[a-z0-9]+$/i.test(pathname);
}

function isBelow(folders: readonly string[], pathname: string): boolean {
  return folders.some((folder) => pathname === folder || pathname.startsWith(`${folder}/`));
}

/** A page's cache key: its URL without the fragment. */
export function keyOf(url: string): string {
  return url.replace(/#.*$/, "");
}

/** Returns the oldest entries to evict so that `max` remain. */
export function entriesToEvict<T>(oldestFirst: readonly T[], max: number): T[] {
  return oldestFirst.slice(0, Math.max(0, oldestFirst.length - max));
}
