import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply } from "fastify";
import type { ErrorCode, ErrorResponse } from "../../contract/errors.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { ApiError } from "../errors.ts";
import { errorLogFields } from "./logging.ts";

/** Codes of the framework's own refusals that have an answer of ours. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payload_too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_BAD_URL: "not_found",
  FST_UNDER_PRESSURE: "unavailable",
};

/** When a request that the database could not answer may be sent again. */
export const RETRY_AFTER_SECONDS = 5;

/** The common failure shape of a refusal. */
export function errorResponse(apiError: ApiError): ErrorResponse {
  return {
    success: false,
    statusCode: apiError.statusCode,
    code: apiError.code,
    message: apiError.message,
    ...(apiError.errors && { errors: apiError.errors }),
  };
}

/** Any error as a refusal: what was not expected becomes `unexpected`, and nothing of it leaves the server. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return new ApiError("unavailable", undefined, undefined, RETRY_AFTER_SECONDS);
  if (isOfClosedAccount(error)) return new ApiError("unauthorized");
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new ApiError(known);
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ApiError("bad_request");
  return new ApiError("internal_error");
}

/** Thrown by a trigger: the account was deleted after the request's session was checked (migration accounts_guarded). */
const ACCOUNT_CLOSED = "KW401";

function isOfClosedAccount(error: unknown): boolean {
  return error instanceof DrizzleQueryError && (error.cause as { code?: string } | undefined)?.code === ACCOUNT_CLOSED;
}

/** Any error as a refusal; only what was not expected is logged as an error, and a database that is out of reach as a warning. */
export function logAsApiError(error: unknown, log: FastifyBaseLogger): ApiError {
  const apiError = toApiError(error);
  if (apiError.code === "internal_error") log.error({ err: error }, "request failed");
  else if (apiError.code === "rate_limited") log.warn(errorLogFields(apiError), "request refused");
  else if (isDatabaseUnavailable(error)) log.warn({ err: error }, "the database is unavailable");
  else log.info(errorLogFields(apiError), "request refused");
  return apiError;
}

/** Answers every error. */
function handleErrors(app: FastifyInstance, response: (apiError: ApiError) => string | ErrorResponse): void {
  app.setErrorHandler((error, request, reply) => {
    const apiError = logAsApiError(error, request.log);
    if (apiError.code === "unauthorized") reply.header("www-authenticate", "Bearer");
    if (apiError.retryAfter !== undefined) reply.header("retry-after", apiError.retryAfter);
    return reply.code(apiError.statusCode).send(response(apiError));
  });
}

/** Answers an error that came before any route was found, in the way of the address's own kind. */
export function sendError(error: unknown, url: string, reply: FastifyReply): void {
  const apiError = toApiError(error);
  // No hook has run yet.
  reply.code(apiError.statusCode).header("x-content-type-options", "nosniff");
  if (url.startsWith("/api/"))
    reply.type("application/json; charset=utf-8").send(JSON.stringify(errorResponse(apiError)));
  else reply.type("text/plain; charset=utf-8").send(apiError.message);
}

/** For calls: the common failure shape, also for a call that does not exist. */
export function sendErrorsAsJson(api: FastifyInstance): void {
  handleErrors(api, errorResponse);
  const refuse = async () => {
    throw new ApiError("not_found", "There is no such call.");
  };
  // Routes, because the storefront's own catch-all would take these addresses otherwise.
  api.all("/", { schema: { hide: true } }, refuse);
  api.all("/*", { schema: { hide: true } }, refuse);
}

/** For files and pages: a line of text. A missing file is never answered with a whole page. */
export function sendErrorsAsText(app: FastifyInstance): void {
  handleErrors(app, ({ message }) => message);
  // Also for methods that no route of the calls can take.
  app.setNotFoundHandler(({ url }, reply) => sendError(new ApiError("not_found"), url, reply));
}
