import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../base/errors.ts";
import { errorResponse } from "./errors.ts";

/** Generates a random id, which does not reveal the number of requests. */
export const newRequestId = () => randomUUID();

/** Two years, as the browsers' preload list requires. Subdomains are excluded, since they may lack a certificate. */
const STRICT_TRANSPORT = "max-age=63072000";

/** The policy of every response except pages, whose own policies list what they load. */
const POLICY = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Rejects requests with a malformed Host, and sets security headers on every response.
 * @param https whether shoppers reach the shop by https only
 */
export function guardRequests(app: FastifyInstance, { https }: { https: boolean }): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    reply.header("content-security-policy", POLICY);
    // Overridden for pictures, which may have a media host of their own.
    reply.header("cross-origin-resource-policy", "same-origin");
    if (https) reply.header("strict-transport-security", STRICT_TRANSPORT);
    if (isReadable(request)) return done();
    const apiError = new ApiError("bad_request", "The Host header of this request cannot be read.");
    reply
      .code(apiError.statusCode)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(errorResponse(apiError)));
  });
}

/** Whether the request's Host can be part of URLs. */
function isReadable({ raw, host, protocol }: FastifyRequest): boolean {
  const hostHeaderCount = countHostHeaders(raw);
  // HTTP/1.0 has no Host; some load balancers' health checks use it.
  if (hostHeaderCount === 0) return raw.httpVersion === "1.0";
  return hostHeaderCount === 1 && isHost(raw.headers.host ?? "") && isHost(host) && /^https?$/.test(protocol);
}

/** Counts the Host headers; Node uses the first of several. */
function countHostHeaders({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Cached, because nearly all requests have the same Host. */
let lastValid = "";

function isHost(host: string): boolean {
  if (host === lastValid) return true;
  const isValid =
    host.length <= 260 &&
    /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i.test(host) &&
    URL.canParse(`http://${host}`);
  if (isValid) lastValid = host;
  return isValid;
}
