import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    isDraining(): boolean;
    /** From now on /readyz responds 503 and every connection closes after its next response; requests are handled as before. */
    startDraining(): void;
  }
}

/**
 * Lets an app stop without resetting requests: a kept-alive connection that is closed at once may lose a request that the proxy is
 * sending on it.
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
