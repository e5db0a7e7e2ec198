import type { VisitedMessage } from "./message.ts";

/** The part of the service worker API that is used here: TypeScript's own types for it conflict with those of pages. */
export interface WorkerScope {
  location: Location;
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", hear: (event: ExtendableEventLike) => void): void;
  addEventListener(type: "fetch", hear: (event: FetchEventLike) => void): void;
  addEventListener(type: "message", hear: (event: ExtendableEventLike & { data: VisitedMessage }) => void): void;
}

/** An ExtendableEvent. */
interface ExtendableEventLike {
  waitUntil(done: Promise<unknown>): void;
}

export interface FetchEventLike extends ExtendableEventLike {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
