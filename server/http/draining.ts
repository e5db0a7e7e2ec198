import type { FastifyInstance } from "fastify";

declare module "fastify" {
  interface FastifyInstance {
    isDraining(): boolean;
    /** From now on /readyz says 503 and every connection ends with its next answer; requests are answered as before. */
    startDraining(): void;
  }
}

/**
 * Makes an app able to stop without resetting a request: closing a connection that a proxy keeps open may cross the request that it is
 * sending over it.
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
