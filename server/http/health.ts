import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";

/** `/healthz`: the process answers. `/readyz`: it can also reach its database, so traffic may be sent to it. */
export function healthRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (request, reply) => {
    try {
      await db.execute(sql`select 1`);
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "database out of reach");
      return reply.code(503).send({ status: "not ready", reason: "The database does not answer." });
    }
  });
}
