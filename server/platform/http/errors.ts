import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply } from "fastify";
import type { StorageTrouble } from "../../../contract/admin/storage-trouble.ts";
import type { ErrorCode, ErrorResponse } from "../../../contract/errors.ts";
import { ApiError } from "../../base/errors.ts";
import { type SystemProblem, systemProblem } from "../../base/system-problem.ts";
import { storageTroubleOf } from "../database/storage-trouble.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { errorLogFields } from "./logging.ts";

/** Maps Fastify's error codes to the contract's. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_BAD_URL: "not_found",
  FST_UNDER_PRESSURE: "unavailable",
};

const SYSTEM_MESSAGES: Record<SystemProblem, string | undefined> = {
  disk_full: "The shop’s disk is full, so this could not be stored. Please try again later.",
  files_unavailable: "The shop can’t store files right now. Please try again later.",
  too_many_open_files: undefined,
};

/** One line for each error, because thousands may follow; PostgreSQL's own log has the rest. */
const STORAGE_LOG: Record<StorageTrouble, (message: string) => string> = {
  disk_full: () => "the database’s disk is full: it stores nothing until there is space",
  limit_exceeded: (message) => `the database has reached a limit of its configuration: ${message}`,
  files_broken: (message) => `the database cannot read or write its files: ${message}`,
};

/** The Retry-After of a request that fails because the database is unavailable. */
export const RETRY_AFTER_SECONDS = 5;

/** Converts an error to the contract's response. */
export function errorResponse(apiError: ApiError): ErrorResponse {
  return {
    success: false,
    statusCode: apiError.statusCode,
    code: apiError.code,
    message: apiError.message,
    ...(apiError.errors && { errors: apiError.errors }),
  };
}

/** Maps any error to an ApiError. An unexpected one becomes `internal_error`, without details. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return new ApiError("unavailable", undefined, undefined, RETRY_AFTER_SECONDS);
  if (isFromClosedAccount(error)) return new ApiError("unauthorized");
  const lacking = systemProblem(error);
  if (lacking) return new ApiError("unavailable", SYSTEM_MESSAGES[lacking], undefined, RETRY_AFTER_SECONDS);
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new ApiError(known);
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ApiError("bad_request");
  return new ApiError("internal_error");
}

/** Thrown by a trigger: the account was deleted after the request's session was checked (functions/closed-accounts.sql). */
const ACCOUNT_CLOSED = "KW401";

function isFromClosedAccount(error: unknown): boolean {
  return error instanceof DrizzleQueryError && (error.cause as { code?: string } | undefined)?.code === ACCOUNT_CLOSED;
}

/**
 * Maps any error to an ApiError and logs it: as an error if it is unexpected or somebody has to mend it, as a warning if the database is
 * unavailable.
 */
export function logAsApiError(error: unknown, log: FastifyBaseLogger): ApiError {
  const apiError = toApiError(error);
  const { cause } = error as Error;
  const trouble = storageTroubleOf(error);
  if (systemProblem(error) === "too_many_open_files" || systemProblem(cause) === "too_many_open_files")
    log.error("no more files or connections can be opened: raise the limit (ulimit -n, LimitNOFILE)");
  else if (trouble) log.error(STORAGE_LOG[trouble]((cause as Error).message));
  else if (apiError.code === "internal_error" || systemProblem(error)) log.error({ err: error }, "request failed");
  else if (apiError.code === "rate_limited") log.warn(errorLogFields(apiError), "request rejected");
  else if (isDatabaseUnavailable(error)) log.warn({ err: error }, "the database is unavailable");
  else log.info(errorLogFields(apiError), "request rejected");
  return apiError;
}

/** Handles every error of an app. */
function handleErrors(app: FastifyInstance, response: (apiError: ApiError) => string | ErrorResponse): void {
  app.setErrorHandler((error, request, reply) => {
    const apiError = logAsApiError(error, request.log);
    // Otherwise a CDN may store a 404 for some time.
    reply.header("cache-control", "no-store");
    if (apiError.code === "unauthorized") reply.header("www-authenticate", "Bearer");
    if (apiError.retryAfter !== undefined) reply.header("retry-after", apiError.retryAfter);
    return reply.code(apiError.statusCode).send(response(apiError));
  });
}

/** Responds to an error before routing: as JSON below /api, else as text. */
export function sendError(error: unknown, url: string, reply: FastifyReply): void {
  const apiError = toApiError(error);
  // No hook has set headers yet.
  reply.code(apiError.statusCode).headers({ "x-content-type-options": "nosniff", "cache-control": "no-store" });
  if (/^\/(?:admin\/)?api\//.test(url))
    reply.type("application/json; charset=utf-8").send(JSON.stringify(errorResponse(apiError)));
  else reply.type("text/plain; charset=utf-8").send(apiError.message);
}

/** Handles errors of endpoints and unknown paths in the common error shape. */
export function sendErrorsAsJson(api: FastifyInstance): void {
  handleErrors(api, errorResponse);
  const respond404 = async () => {
    throw new ApiError("not_found", "There is no such endpoint.");
  };
  // Routes, because otherwise the storefront's catch-all route would match these paths.
  api.all("/", { schema: { hide: true } }, respond404);
  api.all("/*", { schema: { hide: true } }, respond404);
}

/** Handles errors of files and pages as a line of text, so that a missing file never gets a whole page. */
export function sendErrorsAsText(app: FastifyInstance): void {
  handleErrors(app, ({ message }) => message);
  // Also handles methods without a route below /api.
  app.setNotFoundHandler(({ url }, reply) => sendError(new ApiError("not_found"), url, reply));
}
