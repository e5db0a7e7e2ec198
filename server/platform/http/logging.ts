/** What is logged about requests and errors: enough to find a fault, but no secrets and no typed text. */

import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { ApiError } from "../../base/errors.ts";

interface LoggedError {
  [key: string]: unknown;
  type: string;
  message: string;
  code?: string;
  stack: string;
  cause?: LoggedError;
}

/**
 * Removes from a URL the token of an emailed link, which a reader of the log could use before its owner does, and search texts and other
 * typed values.
 */
export function loggedUrl(url: string): string {
  return url
    .replace(
      /(\/(?:change\/password|newsletter\/(?:confirm|unsubscribe)|pay|redeliver(?:y|ies)|draft-orders|cart\/assistant|cash\/lists|webhooks\/sms|hooks\/parcels)\/)[^/?#]+/i,
      "$1…",
    )
    .replace(
      /([?&](?:hub\.verify_token|pass|search|q|code|id|to|email|name|mobile_no|after|reference|courier)=)[^&#]*/gi,
      "$1…",
    );
}

/** Lists the fields of an ApiError without messages, which may repeat input. */
export function errorLogFields({ statusCode, code, errors }: ApiError): object {
  return { statusCode, code, ...(errors && { fields: errors.map(({ field }) => field) }) };
}

/**
 * Describes an error without the values of its SQL statement, which may be an email with its code, or a password's hash. Of a database
 * error only message and code are logged: its details quote the row, and messages of class 22, "data exception", quote the value.
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
