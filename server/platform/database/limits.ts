/** Time limits between a server and PostgreSQL, in milliseconds. */
export interface Limits {
  /** After this time PostgreSQL cancels a statement. */
  statementMs: number;
  /**
   * After this time without a response the server gives up a statement and its connection. Longer than `statementMs`, whose error is more
   * precise.
   */
  responseTimeoutMs: number;
  /**
   * After this time PostgreSQL cancels a statement that waits for a lock. Longer than `idleInTransactionMs`, to outlast a frozen server.
   */
  lockMs: number;
  /** After this time PostgreSQL ends the session of a server that freezes within a transaction, which releases its locks. */
  idleInTransactionMs: number;
}

/** The limits of requests. Commands have none: an import's statements take minutes, and a reader of its output may pause it. */
export const REQUEST_LIMITS: Limits = {
  statementMs: 30_000,
  responseTimeoutMs: 32_000,
  lockMs: 10_000,
  idleInTransactionMs: 4000,
};
