/** The worker's cached copies. A full or forbidden storage caches nothing, silently. */

import { CACHED_HEADER } from "./message.ts";
import { entriesToEvict, type Handling, keyOf } from "./routing.ts";

type CachedCopy = Exclude<Handling, "personal">;

/** Rename to change the format: caches of any other name are deleted. */
const CACHES: Record<CachedCopy | "offline", string> = {
  page: "pages-1",
  file: "files-1",
  picture: "pictures-1",
  offline: "offline-1",
};
/** A page has about 60 KB, a picture about 40 KB; visiting one page of each kind loads about 50 files. */
const MAX: Record<CachedCopy, number> = { page: 60, file: 300, picture: 300 };
const OFFLINE_PAGE = "/offline.html";

/** Caches what the first offline page needs. */
export async function prepare(): Promise<void> {
  const cache = await caches.open(CACHES.offline);
  await cache.add(new Request(OFFLINE_PAGE, { cache: "reload" }));
}

export async function deleteOutdated(): Promise<void> {
  const current = Object.values(CACHES);
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)));
}

/** Returns the cached copy, or undefined. Ignores Vary, because pages are the same for everybody. */
export async function findCopy(kind: CachedCopy, url: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHES[kind]);
  return cache.match(keyOf(url), { ignoreVary: true });
}

/** Caches a complete response of the shop itself, or a built file from its own host, and deletes the oldest copies beyond the maximum. */
export async function storeCopy(kind: CachedCopy, url: string, response: Response): Promise<void> {
  const isOwn = response.type === "basic" || (kind === "file" && response.type === "cors");
  if (response.status !== 200 || !isOwn || response.redirected) return;
  try {
    const cache = await caches.open(CACHES[kind]);
    // Deleted first, so that it is last in order.
    await cache.delete(keyOf(url), { ignoreVary: true });
    await cache.put(keyOf(url), kind === "page" ? marked(response) : response);
    const keys = await cache.keys();
    await Promise.all(entriesToEvict(keys, MAX[kind]).map((key) => cache.delete(key, { ignoreVary: true })));
  } catch {
    // The storage is full or forbidden.
  }
}

/** Shown offline for a page that was not visited before. */
export async function offlinePage(): Promise<Response> {
  const cache = await caches.open(CACHES.offline);
  const page = await cache.match(OFFLINE_PAGE);
  if (!page) return Response.error();
  return new Response(page.body, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}

function marked(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set("server-timing", CACHED_HEADER);
  return new Response(response.body, { status: response.status, headers });
}
