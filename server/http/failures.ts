import { DrizzleQueryError } from "drizzle-orm";
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply } from "fastify";
import type { Failure } from "../../contract/answers.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { type FailureCode, Refusal } from "../failures.ts";
import { loggedRefusal } from "./logging.ts";

/** Codes of the framework's own refusals that have an answer of ours. */
const FRAMEWORK_CODES: Record<string, FailureCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payloadTooLarge",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupportedMediaType",
  FST_ERR_BAD_URL: "notFound",
  FST_UNDER_PRESSURE: "unavailable",
};

/** When a request that the database could not answer may be sent again. */
export const RETRY_AFTER_SECONDS = 5;

/** The common failure shape of a refusal. */
export function failureAnswer(refusal: Refusal): Failure {
  return {
    success: false,
    statusCode: refusal.statusCode,
    message: refusal.message,
    ...(refusal.errors && { errors: refusal.errors }),
  };
}

/** Any error as a refusal: what was not expected becomes `unexpected`, and nothing of it leaves the server. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseUnavailable(error)) return new Refusal("unavailable", undefined, undefined, RETRY_AFTER_SECONDS);
  if (isOfClosedAccount(error)) return new Refusal("unauthorized");
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new Refusal(known);
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal("badRequest");
  return new Refusal("unexpected");
}

/** Thrown by a trigger: the account was deleted after the request's session was checked (migration accounts_guarded). */
const ACCOUNT_CLOSED = "KW401";

function isOfClosedAccount(error: unknown): boolean {
  return error instanceof DrizzleQueryError && (error.cause as { code?: string } | undefined)?.code === ACCOUNT_CLOSED;
}

/** Any error as a refusal; only what was not expected is logged as an error, and a database that is out of reach as a warning. */
export function refusalOf(error: unknown, log: FastifyBaseLogger): Refusal {
  const refusal = asRefusal(error);
  if (refusal.code === "unexpected") log.error({ err: error }, "request failed");
  else if (refusal.code === "tooManyRequests") log.warn(loggedRefusal(refusal), "request refused");
  else if (isDatabaseUnavailable(error)) log.warn({ err: error }, "the database is unavailable");
  else log.info(loggedRefusal(refusal), "request refused");
  return refusal;
}

/** Answers every error. */
function answerErrors(app: FastifyInstance, answer: (refusal: Refusal) => string | Failure): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request.log);
    if (refusal.code === "unauthorized") reply.header("www-authenticate", "Bearer");
    if (refusal.retryAfter !== undefined) reply.header("retry-after", refusal.retryAfter);
    return reply.code(refusal.statusCode).send(answer(refusal));
  });
}

/** Answers an error that came before any route was found, in the way of the address's own kind. */
export function answerFailure(error: unknown, url: string, reply: FastifyReply): void {
  const refusal = asRefusal(error);
  // No hook has run yet.
  reply.code(refusal.statusCode).header("x-content-type-options", "nosniff");
  if (url.startsWith("/api/"))
    reply.type("application/json; charset=utf-8").send(JSON.stringify(failureAnswer(refusal)));
  else reply.type("text/plain; charset=utf-8").send(refusal.message);
}

/** For calls: the common failure shape, also for a call that does not exist. */
export function answerFailuresAsJson(api: FastifyInstance): void {
  answerErrors(api, failureAnswer);
  const refuse = async () => {
    throw new Refusal("notFound", "There is no such call.");
  };
  // Routes, because the storefront's own catch-all would take these addresses otherwise.
  api.all("/", { schema: { hide: true } }, refuse);
  api.all("/*", { schema: { hide: true } }, refuse);
}

/** For files and pages: a line of text. A missing file is never answered with a whole page. */
export function answerFailuresAsText(app: FastifyInstance): void {
  answerErrors(app, ({ message }) => message);
  // Also for methods that no route of the calls can take.
  app.setNotFoundHandler(({ url }, reply) => answerFailure(new Refusal("notFound"), url, reply));
}
