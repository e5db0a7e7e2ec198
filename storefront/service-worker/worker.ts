import { deleteOutdated, findCopy, keepCopy, offlinePage, prepare } from "./copies.ts";
import type { Visited } from "./message.ts";
import { handlingOf } from "./routing.ts";
import type { FetchAsked, WorkerScope } from "./scope.ts";

/**
 * The service worker of the installed shop: keeps visited pages and their pictures readable without a network. With one it never
 * answers a page from a copy, so no price that it shows is an old one.
 *
 * It knows nothing of the build that it came with: a new one may take over at once, under open tabs too.
 */

const worker = globalThis as unknown as WorkerScope;

worker.addEventListener("install", (event) => event.waitUntil(Promise.all([prepare(), worker.skipWaiting()])));
worker.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([deleteOutdated(), worker.clients.claim()])),
);
worker.addEventListener("message", (event) => event.waitUntil(keepVisited(event.data)));
worker.addEventListener("fetch", (event) => {
  const { method, url, mode, headers } = event.request;
  const handling = handlingOf({ method, url, mode, authorized: headers.has("authorization") }, worker.location.origin);
  if (handling === null) return;
  event.respondWith(
    handling === "file" || handling === "picture" ? copyFirst(handling, event) : networkFirst(handling, event),
  );
});

async function networkFirst(handling: "page" | "screen", event: FetchAsked): Promise<Response> {
  const { request } = event;
  try {
    const answer = await fetch(request);
    if (handling === "page") event.waitUntil(keepCopy("page", request.url, answer.clone()));
    return answer;
  } catch {
    return (handling === "page" && (await findCopy("page", request.url))) || offlinePage();
  }
}

async function copyFirst(handling: "file" | "picture", event: FetchAsked): Promise<Response> {
  const { request } = event;
  const kept = await findCopy(handling, request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  event.waitUntil(keepCopy(handling, request.url, answer.clone()));
  return answer;
}

/** Keeps what has not gone by here. Files and pictures come from the browser's own cache, where they lie for a year. */
async function keepVisited({ page, files }: Visited): Promise<void> {
  await Promise.all([
    page !== null && keepFetched(page, "navigate"),
    ...files.map(async (file) => (await keptAlready(file)) || keepFetched(file, "no-cors")),
  ]);
}

async function keptAlready(url: string): Promise<boolean> {
  return ((await findCopy("file", url)) ?? (await findCopy("picture", url))) !== undefined;
}

async function keepFetched(url: string, mode: string): Promise<void> {
  const handling = handlingOf({ method: "GET", url, mode, authorized: false }, worker.location.origin);
  if (handling === null || handling === "screen") return;
  const answer = await fetch(url).catch(() => null);
  if (answer) await keepCopy(handling, url, answer);
}
