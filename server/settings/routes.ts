import type { FastifyInstance } from "fastify";
import { endpoints } from "../../contract/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handle } from "../http/endpoints.ts";
import { readShop } from "./settings.ts";

export function settingRoutes(
  app: FastifyInstance,
  { db, environment }: { db: Database; environment: Record<string, string | undefined> },
): void {
  handle(app, endpoints.readShop, async ({ origin }) => ({ data: await readShop(db, environment, origin) }));
}
