import type { FastifyError, FastifyInstance } from "fastify";
import type { Failure } from "../../contract/answers.ts";
import { FAILURES, type FailureCode, Refusal } from "../failures.ts";

/** Codes of the framework's own refusals that have an answer of ours. */
const FRAMEWORK_CODES: Record<string, FailureCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "payloadTooLarge",
  FST_ERR_BAD_URL: "notFound",
  FST_UNDER_PRESSURE: "unavailable",
};

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
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code ? FRAMEWORK_CODES[code] : undefined;
  if (known) return new Refusal(known);
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal("badRequest");
  return new Refusal("unexpected");
}

/** Turns every error of the API into its answer; only what was not expected is logged as an error. */
export function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error);
    if (refusal.code === "unexpected") request.log.error({ err: error }, "call failed");
    else request.log.info({ code: refusal.code, errors: refusal.errors }, "call refused");
    return reply.code(refusal.statusCode).send(failureAnswer(refusal));
  });
  app.setNotFoundHandler((_request, reply) =>
    reply.code(FAILURES.notFound.statusCode).send(failureAnswer(new Refusal("notFound", "There is no such call."))),
  );
}
