import { DrizzleQueryError } from "drizzle-orm";
import { StartupError } from "../errors.ts";

/** The database cannot be used now, but may be in a moment: a server waits for it, a command ends with this sentence. */
export class DatabaseUnavailable extends StartupError {}

/**
 * SQLSTATEs that say nothing against the statement: sent again a little later, it may succeed.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TRANSIENT_STATES = /^(08...|53...|57P0[1-5]|58...|57014|55P03|25P0[34]|25006|40001|40P01)$/;
/** Codes of Node for an address that nothing answers at. ENOENT: the file of a Unix socket. */
const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/;
/** The client library has no codes for what it notices itself. */
const CLIENT_MESSAGES =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|PGlite is closed)/;

/** Whether an error of the driver says that the database is out of reach, overloaded or restarting, and not that a statement is wrong. */
export function isTransient(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string") return TRANSIENT_STATES.test(code) || NETWORK_CODES.test(code);
  return typeof message === "string" && CLIENT_MESSAGES.test(message);
}

/** Whether a call failed because the database is unavailable. Errors of other services, which may have the same codes, do not count. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof DrizzleQueryError && isTransient(error.cause));
}
