import { PERSONAL_PAGES } from "../../contract/personal-pages.ts";

/** What the worker does with a request, as rules without I/O. */

/** What there is to know of a request. */
export interface Asked {
  method: string;
  url: string;
  /** `navigate` for a page that a window opens. */
  mode: string;
  /** Whether it says who is asking. */
  authorized: boolean;
}

/**
 * - `page`: from the network and kept; the kept copy when the network fails
 * - `screen`: from the network alone; the offline page when the network fails
 * - `file`, `picture`: kept under an address that never changes its content, so the network is asked once
 */
export type Handling = "page" | "screen" | "file" | "picture";

/** What is no page of the storefront although a window may open it. */
const NOT_PAGES = ["/api", "/sandbox", "/media", "/assets"];
/** Videos are not kept: a player asks for them in parts, and one fills what a hundred pictures need. */
const PICTURE = /\.(avif|webp|jpe?g|png|svg)$/;

/** How a request is answered; null leaves it to the browser, as if there were no worker. */
export function handlingOf({ method, url, mode, authorized }: Asked, shopOrigin: string): Handling | null {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || authorized || origin !== shopOrigin) return null;
  if (mode === "navigate") return isPage(pathname) ? (isBelow(PERSONAL_PAGES, pathname) ? "screen" : "page") : null;
  if (isBelow(["/assets"], pathname)) return "file";
  if (isBelow(["/media"], pathname) && PICTURE.test(pathname)) return "picture";
  return null;
}

/** A page's address has no extension; a file that a window opens (an invoice, the sitemap) is none. */
function isPage(pathname: string): boolean {
  return !isBelow(NOT_PAGES, pathname) && !/\.[a-z0-9]+$/i.test(pathname);
}

function isBelow(folders: readonly string[], pathname: string): boolean {
  return folders.some((folder) => pathname === folder || pathname.startsWith(`${folder}/`));
}

/** Under what a page is kept: its address without the place on it. */
export function keyOf(url: string): string {
  return url.replace(/#.*$/, "");
}

/** Those that have to go, the oldest first, so that `most` are left. */
export function surplus<T>(oldestFirst: readonly T[], max: number): T[] {
  return oldestFirst.slice(0, Math.max(0, oldestFirst.length - max));
}
