import type { FastifyInstance } from "fastify";
import { endpoints } from "../../../contract/endpoints.ts";
import { handle } from "../../platform/http/endpoints.ts";
import { readShop } from "./settings.ts";

export function settingRoutes(app: FastifyInstance, deps: Parameters<typeof readShop>[0]): void {
  handle(app, endpoints.readShop, async ({ origin }) => ({ data: await readShop(deps, origin) }));
}
