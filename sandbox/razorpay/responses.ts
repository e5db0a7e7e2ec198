import type { FastifyInstance } from "fastify";
import { RazorpayError } from "./errors.ts";

/** Accepts JSON only, and responds to errors as Razorpay's API does. */
export function sendAsRazorpay(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser("error", "error");
  api.removeAllContentTypeParsers();
  api.addContentTypeParser("application/json", { parseAs: "string" }, (request, text, done) => {
    if (text === "") return done(null, undefined);
    parse(request, String(text), (error, value) => {
      if (error) done(RazorpayError.invalid("The request body is not readable JSON."));
      else done(null, value);
    });
  });
  api.setErrorHandler((error, request, reply) => {
    if (error instanceof RazorpayError) return reply.code(error.statusCode).send(error.body);
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    if (statusCode < 500) return reply.code(400).send(RazorpayError.invalid(message).body);
    request.log.error({ err: error }, "the payment sandbox failed");
    return reply.code(500).send(RazorpayError.unexpected().body);
  });
}
