/**
 * The service worker of the installed app: makes visited pages and their pictures readable offline. Online it never responds with a cached
 * page, so prices are never stale.
 * It is independent of the build: a new worker may take over at once, also in open tabs.
 */

import { deleteOutdated, findCopy, offlinePage, prepare, storeCopy } from "./copies.ts";
import type { VisitedMessage } from "./message.ts";
import { handlingOf } from "./routing.ts";
import type { FetchEventLike, WorkerScope } from "./scope.ts";

const worker = globalThis as unknown as WorkerScope;

/** Set by the page that registers the worker. */
const assetsOrigin = new URL(worker.location.href).searchParams.get("assets");

worker.addEventListener("install", (event) => event.waitUntil(Promise.all([prepare(), worker.skipWaiting()])));
worker.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([deleteOutdated(), worker.clients.claim()])),
);
worker.addEventListener("message", (event) => event.waitUntil(cacheVisited(event.data)));
worker.addEventListener("fetch", (event) => {
  const { method, url, mode, headers } = event.request;
  const handling = handlingOf(
    { method, url, mode, authorized: headers.has("authorization") },
    worker.location.origin,
    assetsOrigin,
  );
  if (handling === null) return;
  event.respondWith(
    handling === "file" || handling === "picture" ? cacheFirst(handling, event) : networkFirst(handling, event),
  );
});

async function networkFirst(handling: "page" | "personal", event: FetchEventLike): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (handling === "page") event.waitUntil(storeCopy("page", request.url, response.clone()));
    return response;
  } catch {
    return (handling === "page" && (await findCopy("page", request.url))) || offlinePage();
  }
}

async function cacheFirst(handling: "file" | "picture", event: FetchEventLike): Promise<Response> {
  const { request } = event;
  const copy = await findCopy(handling, request.url);
  if (copy) return copy;
  const response = await fetch(request);
  event.waitUntil(storeCopy(handling, request.url, response.clone()));
  return response;
}

/** Caches what the worker has not intercepted. Files and pictures come from the browser's HTTP cache, which retains them for a year. */
async function cacheVisited({ page, files }: VisitedMessage): Promise<void> {
  await Promise.all([
    page !== null && cacheFetched(page, "navigate"),
    ...files.map(async (file) => (await isCached(file)) || cacheFetched(file, "no-cors")),
  ]);
}

async function isCached(url: string): Promise<boolean> {
  return ((await findCopy("file", url)) ?? (await findCopy("picture", url))) !== undefined;
}

async function cacheFetched(url: string, mode: string): Promise<void> {
  const handling = handlingOf({ method: "GET", url, mode, authorized: false }, worker.location.origin, assetsOrigin);
  if (handling === null || handling === "personal") return;
  const response = await fetch(url).catch(() => null);
  if (response) await storeCopy(handling, url, response);
}
