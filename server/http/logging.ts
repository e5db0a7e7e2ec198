import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { ApiError } from "../errors.ts";

/** What is logged of requests and errors: enough to find a fault, and nothing that opens an account or that somebody has typed. */

interface LoggedError {
  [key: string]: unknown;
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
}

/**
 * An address without the token of a mailed link, since whoever reads the log could use it before its owner does, and without what people
 * type that comes to stand in an address.
 */
export function loggedUrl(url: string): string {
  return url
    .replace(/(\/(?:change\/password|newsletter\/(?:confirm|unsubscribe))\/)[^/?#]+/i, "$1…")
    .replace(/([?&](?:search|to|email|name)=)[^&#]*/gi, "$1…");
}

/** A refusal without its sentences, which may repeat what was sent. */
export function errorLogFields({ statusCode, code, errors }: ApiError): object {
  return { statusCode, code, ...(errors && { fields: errors.map(({ field }) => field) }) };
}

/**
 * An error without the values of its statement, which may be a mail with its code, or what is kept of a password. Of a database's own
 * error only message and code are told; its details quote the row, and the messages of class 22, "data exception", the value.
 */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: "" };
  const { code } = error as NodeJS.ErrnoException;
  const message = loggedMessage(error);
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code: String(code) }),
    stack: error.stack?.replace(error.message, () => message) ?? "",
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  };
}

function loggedMessage(error: Error): string {
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  const { code } = error as NodeJS.ErrnoException;
  return /^22...$/.test(String(code)) ? error.message.replace(/".*"/s, '"…"') : error.message;
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
