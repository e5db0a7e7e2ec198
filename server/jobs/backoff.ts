const FIRST_MS = 2000;
const LONGEST_MS = 30 * 60_000;

/**
 * The pause before a failed job is retried: 2 s, then twice as long each time, up to half an hour.
 * @param attempts how often it was tried, the failed attempt included
 */
export function retryAfterMs(attempts: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
}
