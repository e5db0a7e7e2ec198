/** How long a server waits for PostgreSQL, and PostgreSQL for a server, in milliseconds. */
export interface Limits {
  /** PostgreSQL ends a statement that runs longer. */
  statementMs: number;
  /** The server gives up a statement without a response, and its connection. More than `statementMs`, whose error says more. */
  responseTimeoutMs: number;
  /** PostgreSQL ends a statement that waits longer for a lock. More than `idleInTransactionMs`, to outlast a frozen server. */
  lockMs: number;
  /** PostgreSQL ends the session of a server that freezes within a transaction, which releases its locks. */
  idleInTransactionMs: number;
}

/** For requests. Commands run without limits: an import's statements take minutes, and a reader of its output may pause it. */
export const REQUEST_LIMITS: Limits = {
  statementMs: 30_000,
  responseTimeoutMs: 32_000,
  lockMs: 10_000,
  idleInTransactionMs: 4000,
};
