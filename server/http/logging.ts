import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyRequest } from "fastify";

/** What is logged of requests and errors: enough to find a fault, and nothing that opens an account. */

interface LoggedError {
  [key: string]: unknown;
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
}

/** An address without the token of a reset link: whoever reads the log could use it before its owner does. */
export function loggedUrl(url: string): string {
  return url.replace(/(\/change\/password\/)[^/?#]+/i, "$1…");
}

/**
 * An error without the values of its statement, which may be a mail with its code, or what is kept of a password. Of a database's own
 * error only message and code are told; its details quote the row.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const message = error instanceof DrizzleQueryError ? `Failed query: ${error.query}` : error.message;
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code: String(code) }),
    stack: error.stack?.replace(error.message, () => message) ?? "",
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}

export const logSerializers = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    url: loggedUrl(request.url),
    host: request.host,
    remoteAddress: request.ip,
  }),
  err: loggedError,
};
