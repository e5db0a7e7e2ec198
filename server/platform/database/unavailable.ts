import { DrizzleQueryError } from "drizzle-orm";
import { OperatorError } from "../../base/errors.ts";

/** The database cannot be used now, but may be soon: a server waits for it, a command ends with the message. */
export class DatabaseUnavailable extends OperatorError {}

/**
 * SQLSTATEs of errors that a statement does not cause: sent again a little later, it may succeed.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TRANSIENT_STATES = /^(08...|53...|57P0[1-5]|58...|57014|55P03|25P0[34]|25006|40001|40P01)$/;
/** The SQLSTATE of a statement that exceeded its timeout. */
const QUERY_CANCELED = "57014";
/** Node's codes for an unreachable server. ENOENT is that of a Unix socket; EMFILE and ENFILE are those of a process that may open no other. */
const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT|EMFILE|ENFILE)$/;
/** The client's message if a statement took too long. */
const READ_TIMEOUT = "Query read timeout";
/** Messages of the client libraries' errors that have no code. */
const CLIENT_MESSAGES =
  /^(Query read timeout|timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** SQLSTATEs of a transaction that PostgreSQL rolled back because of another one: a serialization failure, a deadlock. */
const CONFLICT_STATES = ["40001", "40P01"];
/** Unique constraints of random numbers: if a number is taken, another is generated. */
const DRAWN_NUMBERS = ["customer_order_number_unique", "contact_message_reference_unique"];

/** Whether a transaction failed only because of a concurrent or earlier one, and may succeed if it is retried. */
export function hasConflicted(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const { code = "", constraint = "" } = (error.cause ?? {}) as { code?: string; constraint?: string };
  return CONFLICT_STATES.includes(code) || (code === "23505" && DRAWN_NUMBERS.includes(constraint));
}

/** Whether a driver's error means that a statement took too long: on the server, or for the client that waited. */
export function isTimeout(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === QUERY_CANCELED || message === READ_TIMEOUT;
}

/** Whether a driver's error means that the database is unreachable, overloaded or restarting, rather than that a statement is wrong. */
export function isTransient(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isTransient);
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === "string") return TRANSIENT_STATES.test(code) || NETWORK_CODES.test(code);
  return typeof message === "string" && CLIENT_MESSAGES.test(message);
}

/** Whether an error means that the database is unavailable. Errors of other services, which may have the same codes, do not. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof DrizzleQueryError && isTransient(error.cause));
}
