/** What a page tells the worker. */
export interface Visited {
  /** The page that is being looked at, when the worker has not seen it go by: the router went there, or the worker came later. */
  page: string | null;
  /** Files and pictures that the page had loaded before the worker came. */
  files: string[];
}

/** The entry of `Server-Timing` by which a page knows that it is a kept copy. */
export const CACHED_HEADER = "kept";
