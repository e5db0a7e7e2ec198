const FIRST_MS = 2000;
const LONGEST_MS = 30 * 60_000;

/**
 * Returns the pause before a failed job is retried: 2 s, doubled with each attempt, up to half an hour.
 * @param attempts how often it was tried, including the failed attempt
 */
export function retryAfterMs(attempts: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20));
}
