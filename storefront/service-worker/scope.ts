import type { Visited } from "./message.ts";

/** The part of the service worker API that is used here: TypeScript's own types for it conflict with those of pages. */
export interface WorkerScope {
  location: Location;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", hear: (event: Lasting) => void): void;
  addEventListener(type: "fetch", hear: (event: FetchAsked) => void): void;
  addEventListener(type: "message", hear: (event: Lasting & { data: Visited }) => void): void;
}

/** An ExtendableEvent. */
export interface Lasting {
  waitUntil(done: Promise<unknown>): void;
}

export interface FetchAsked extends Lasting {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
