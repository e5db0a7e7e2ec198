import type { FastifyInstance } from "fastify";

/**
 * Warns once when a proxy seems to stand in front of the shop that TRUST_PROXY does not name: every customer then has the proxy's address,
 * and all of them share one rate limit.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    // A trusted proxy's word has replaced the address of the connection.
    if (!warned && request.headers["x-forwarded-for"] !== undefined && request.ip === request.socket.remoteAddress) {
      warned = true;
      request.log.warn(
        { proxy: request.ip },
        "a request came with X-Forwarded-For from an address that TRUST_PROXY does not name; if that is your proxy, set TRUST_PROXY to it, or all customers share one rate limit",
      );
    }
    done();
  });
}
