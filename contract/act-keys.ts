/** A request without a response may have been done: for so long the same request, sent again, counts as the same act. */
const SAME_ACT_MS = 5 * 60_000;

/** Lost requests with their keys. */
const lost = new Map<string, { key: string; at: number }>();

/**
 * Returns the key of a write: a new one, or that of the same request whose response was lost.
 * @param request what identifies it: method, path and body
 */
export function takeActKey(request: string): string {
  const { key, at } = lost.get(request) ?? { key: "", at: 0 };
  lost.delete(request);
  // `randomUUID` is missing on a page without https.
  return Date.now() - at < SAME_ACT_MS ? key : crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** Stores the key of a request whose response was lost. */
export function keepActKey(request: string, key: string): void {
  lost.set(request, { key, at: Date.now() });
}
