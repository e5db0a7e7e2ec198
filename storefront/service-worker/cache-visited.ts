/** The page's side of the service worker: registers it, and reports what the worker has not intercepted. */

import { assetsHost } from "../shared/assets-host.ts";
import type { VisitedMessage } from "./message.ts";

const WORKER = "/service-worker.js";

let registered: Promise<ServiceWorker | null> | undefined;

/** Makes the worker cache the current page. Does nothing without a worker or the permission to have one. */
export async function cacheVisited(page: string): Promise<void> {
  const first = registered === undefined;
  registered ??= register();
  const worker = await registered;
  if (!worker) return;
  const message: VisitedMessage = {
    page: first && cameByWorker() ? null : new URL(page, window.location.origin).href,
    files: first ? loadedFiles() : [],
  };
  worker.postMessage(message);
}

async function register(): Promise<ServiceWorker | null> {
  try {
    const host = assetsHost();
    await navigator.serviceWorker.register(host === "" ? WORKER : `${WORKER}?assets=${encodeURIComponent(host)}`);
    return (await navigator.serviceWorker.ready).active;
  } catch {
    return null;
  }
}

function cameByWorker(): boolean {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return (navigation?.workerStart ?? 0) > 0;
}

/** The shop's files that this page loaded before the worker was active. */
function loadedFiles(): string[] {
  const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  const early = entries.filter(({ workerStart }) => workerStart === 0).map(({ name }) => name);
  const origins = [window.location.origin, assetsHost()].filter((origin) => origin !== "");
  return [...new Set(early)].filter((name) => origins.some((origin) => name.startsWith(`${origin}/`)));
}
