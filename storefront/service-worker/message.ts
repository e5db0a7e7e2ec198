/** A message from a page to the worker. */
export interface VisitedMessage {
  /** The current page, if the worker has not intercepted it: after a client-side navigation, or if the worker started later. */
  page: string | null;
  /** Files and pictures that the page loaded before the worker started. */
  files: string[];
}

/** The entry of `Server-Timing` that marks a cached copy. */
export const CACHED_HEADER = "cached";
