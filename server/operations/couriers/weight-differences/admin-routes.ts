import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../../contract/admin/endpoints.ts";
import type { Database } from "../../../platform/database/database.ts";
import { handleAdmin } from "../../../platform/http/admin-endpoints.ts";
import { answerWeightDifference, listWeightDifferences } from "./weight-differences.ts";

export function weightDifferenceAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.listWeightDifferences, async ({ query }) => ({
    data: await listWeightDifferences(db, query),
  }));
  handleAdmin(admin, adminEndpoints.answerWeightDifference, async ({ params, body, staff: actor }) => ({
    data: await answerWeightDifference(db, Number(params.id), body, { actor, now: new Date() }),
  }));
}
