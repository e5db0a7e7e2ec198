import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    isDraining(): boolean;
    /** Makes /readyz respond 503, and closes every connection after its next response; requests are still handled. */
    startDraining(): void;
  }
}

/**
 * Lets an app stop without resetting requests: closing a kept-alive connection at once could lose a request that the proxy is sending on
 * it.
 */
export function acceptDraining(app: FastifyInstance): void {
  let draining = false;
  app.decorate("isDraining", () => draining);
  app.decorate("startDraining", () => {
    draining = true;
  });
  app.addHook("onRequest", (_request, reply, done) => {
    if (draining) reply.header("connection", "close");
    done();
  });
}
