/** How long a test waits for what is to happen, in milliseconds: so long that neither a busy machine decides nor one that stands still for minutes. */
export const LONGEST_WAIT_MS = 300_000;
