import type { FastifyInstance } from "fastify";

/**
 * Warns once when requests seem to come through a proxy that TRUST_PROXY does not name: then all customers have the proxy's IP address and
 * share one rate limit.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    // The headers of a trusted proxy have replaced the connection's IP address.
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
