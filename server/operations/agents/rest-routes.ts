/** The protocol over REST: `/ucp/…`. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { IDEMPOTENCY_KEY } from "../../../contract/idempotency-key.ts";
import { ApiError } from "../../base/errors.ts";
import { isTooDeep } from "../../platform/http/bodies.ts";
import { MAX_JSON_BYTES } from "../../platform/http/endpoints.ts";
import { originOf } from "../../platform/http/origin.ts";
import { callOperation, toTransportError } from "./call-operation.ts";
import { profileOfHeader } from "./callers/profile-url.ts";
import type { AgentDeps } from "./deps.ts";
import type { TransportError } from "./errors.ts";
import { OPERATIONS, type Operation } from "./operations.ts";
import { type HttpMessage, headersOf } from "./signatures/http-message.ts";
import { signResponse } from "./signatures/sign-response.ts";

const JSON_TYPE = "application/json; charset=utf-8";

declare module "fastify" {
  interface FastifyRequest {
    /** The body as received, of which agents sign the digest; null without one. */
    rawBody: Buffer | null;
  }
}

/** Keeps the bytes of JSON bodies, in this scope only. An empty body counts as none. */
export function keepRawBodies(scope: FastifyInstance): void {
  scope.decorateRequest("rawBody", null);
  const parse = scope.getDefaultJsonParser("error", "error");
  scope.removeContentTypeParser(["application/json", "text/plain"]);
  scope.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    if (body.length === 0) return done(null, undefined);
    request.rawBody = body;
    parse(request, body.toString("utf8"), (error, value) => {
      if (error) done(new ApiError("bad_request", "The body is not readable JSON."));
      else if (isTooDeep(value)) done(new ApiError("bad_request", "The JSON of the body is nested too deeply."));
      else done(null, value);
    });
  });
}

/** Sends errors as the protocol does, also for paths and methods that it does not have. */
export function sendTransportErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error, request, reply) =>
    sendTransportError(toTransportError(error, request.log), request, reply),
  );
}

function sendTransportError(error: TransportError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
  return reply
    .code(error.status)
    .header("cache-control", "no-store")
    .type(JSON_TYPE)
    .send(JSON.stringify(error.body(originOf(request))));
}

/** The request as its signature sees it. */
export function httpMessageOf(request: FastifyRequest, origin: string): HttpMessage {
  const { host, protocol } = new URL(origin);
  const [path = "/", ...query] = (request.raw.url ?? "/").split("?");
  return {
    method: request.method,
    authority: host,
    scheme: protocol === "http:" ? "http" : "https",
    path,
    query: query.length > 0 ? `?${query.join("?")}` : "",
    headers: headersOf(request.raw.rawHeaders),
    body: request.rawBody,
  };
}

/** Who calls, and with what key, as headers say. @throws TransportError `invalid_profile_url` */
export function ofHeaders({ raw, headers }: FastifyRequest) {
  const key = headers[IDEMPOTENCY_KEY];
  return {
    profileUrl: profileOfHeader(headersOf(raw.rawHeaders).get("ucp-agent")),
    idempotencyKey: typeof key === "string" ? key : null,
  };
}

/** @param operations those of the protocol, or of a test */
export function restRoutes(
  scope: FastifyInstance,
  deps: AgentDeps,
  operations: readonly Operation[] = OPERATIONS,
): void {
  for (const operation of operations)
    scope.route<{ Params: { id?: string } }>({
      method: operation.method,
      url: operation.path,
      bodyLimit: MAX_JSON_BYTES,
      schema: { hide: true },
      async handler(request, reply) {
        const origin = deps.settings.SHOP_ORIGIN || originOf(request);
        const now = new Date();
        const { status, json } = await callOperation(deps, {
          operation,
          ...ofHeaders(request),
          http: httpMessageOf(request, origin),
          input: request.body,
          id: request.params.id ?? "",
          content: request.rawBody ?? "",
          ...{ origin, ip: request.ip, log: request.log, now },
        });
        reply.code(status).header("cache-control", "no-store").type(JSON_TYPE);
        if (operation.signsResponse) await signResponse(deps, reply, { body: json, contentType: JSON_TYPE, now });
        return reply.send(Buffer.from(json));
      },
    });
  const respond404 = async () => {
    throw new ApiError("not_found", "There is no such operation.");
  };
  scope.all("/", { schema: { hide: true } }, respond404);
  scope.all("/*", { schema: { hide: true } }, respond404);
}
