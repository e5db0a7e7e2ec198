/** The first wait after a failed attempt, and the longest, in milliseconds. */
const FIRST_MS = 2000;
const LONGEST_MS = 30 * 60_000;

/**
 * How long to wait after an attempt that failed: 2 s, then twice as long each time, at most half an hour.
 * @param attempts how often it was tried before this attempt
 */
export function retryAfterMs(attempts: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempts, 20));
}

/** What a mail server's refusal means: a 5xx answer is for good, everything else may go better later. */
export function isFinal(error: { responseCode?: number; code?: string }): boolean {
  return (
    error.code !== "EAUTH" && error.responseCode !== undefined && error.responseCode >= 500 && error.responseCode < 600
  );
}
