import type { FastifyInstance } from "fastify";
import { calls } from "../../contract/calls.ts";
import type { Database } from "../database/database.ts";
import { serveCall } from "../http/calls.ts";
import { readShop } from "./settings.ts";

export function settingRoutes(
  app: FastifyInstance,
  { db, environment }: { db: Database; environment: Record<string, string | undefined> },
): void {
  serveCall(app, calls.readShop, async ({ origin }) => ({ data: await readShop(db, environment, origin) }));
}
