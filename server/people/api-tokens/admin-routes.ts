import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { addApiToken, listApiTokens, revokeApiToken } from "./api-tokens.ts";

export function apiTokenAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.listApiTokens, async () => ({ data: await listApiTokens(db) }));
  handleAdmin(admin, adminEndpoints.addApiToken, async ({ staff, body }) => ({
    data: await addApiToken(db, body, staff),
  }));
  handleAdmin(admin, adminEndpoints.revokeApiToken, async ({ staff, params }) => {
    await revokeApiToken(db, Number(params.id), staff);
    return { data: await listApiTokens(db) };
  });
}
