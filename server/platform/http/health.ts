import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { ReadDatabase } from "../database/database.ts";
import { withTimeLimit } from "../database/time-limit.ts";

/** Shorter than load balancers wait: they check every few seconds, and count a missing response as unhealthy. */
const DATABASE_LIMIT_MS = 2000;

export const ALIVE = { status: "ok" };
const notReady = (reason: string) => ({ status: "not ready", reason });
export const NO_DATABASE = notReady("The database does not answer.");

/**
 * `/healthz`: the process responds. `/readyz`: it also reaches a database and is not stopping, so it can take traffic. A reader is enough:
 * the catalogue stays open while a writer fails over.
 */
export function healthRoutes(app: FastifyInstance, { latest }: { latest: ReadDatabase }): void {
  app.get("/healthz", async () => ALIVE);
  app.get("/readyz", async (request, reply) => {
    if (app.isDraining()) return reply.code(503).send(notReady("The server is about to stop."));
    try {
      await withTimeLimit(
        latest.execute(sql`select 1`).then(() => {}),
        DATABASE_LIMIT_MS,
      );
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "database out of reach");
      return reply.code(503).send(NO_DATABASE);
    }
  });
}
