import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../errors.ts";
import { errorResponse } from "./errors.ts";

/** Ids tell nothing of how many requests there are. */
export const newRequestId = () => randomUUID();

/** Two years, as the list of sites that browsers know by heart asks for. Of this host alone: an owner's other hosts may have no certificate. */
const STRICT_TRANSPORT = "max-age=63072000";

/** What no answer of any kind needs. Pages have policies of their own instead, which also name what they load. */
const POLICY = "object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * What holds for every request, whatever answers it: its host can be read, and its answer tells browsers what they may not do with it.
 * @param https whether shoppers reach the shop by https alone
 */
export function guardRequests(app: FastifyInstance, { https }: { https: boolean }): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    reply.header("content-security-policy", POLICY);
    // Pictures say otherwise: a media host of their own may show them.
    reply.header("cross-origin-resource-policy", "same-origin");
    if (https) reply.header("strict-transport-security", STRICT_TRANSPORT);
    if (isReadable(request)) return done();
    const refusal = new ApiError("bad_request", "The Host header of this request cannot be read.");
    reply
      .code(refusal.statusCode)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(errorResponse(refusal)));
  });
}

/** Whether pages and links can be made for the address at which the shop was called. */
function isReadable({ raw, host, protocol }: FastifyRequest): boolean {
  const hosts = hostHeaders(raw);
  // HTTP/1.0 knows no Host; a load balancer's health check may still speak it.
  if (hosts === 0) return raw.httpVersion === "1.0";
  return hosts === 1 && isHost(raw.headers.host ?? "") && isHost(host) && /^https?$/.test(protocol);
}

/** Node keeps the first of several. */
function hostHeaders({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Nearly all requests come by the same one. */
let lastGood = "";

function isHost(host: string): boolean {
  if (host === lastGood) return true;
  const good =
    host.length <= 260 &&
    /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?$/i.test(host) &&
    URL.canParse(`http://${host}`);
  if (good) lastGood = host;
  return good;
}
