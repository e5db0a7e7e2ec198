/** How long a test waits for what is to happen, in milliseconds: so long that a busy machine does not decide. */
export const LONGEST_WAIT_MS = 120_000;
