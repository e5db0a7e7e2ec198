import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import { readRemittances } from "./list-remittances.ts";

export function cashAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.readRemittances, async ({ query }) => ({
    data: await readRemittances(db, query, new Date()),
  }));
}
