import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import { readSalesOverview } from "./sales-overview.ts";
import { searchEverything } from "./search-everything.ts";
import { countWaiting, listFailedJobs, listFailedMails, listLowStock, listWaitingRefunds } from "./waiting.ts";

export function reportAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.readHome, async ({ staff: { permissions } }) => ({
    data: {
      work: await countWaiting(db, permissions),
      sales: permissions.has("view_reports") ? await readSalesOverview(db, new Date()) : null,
    },
  }));
  handleAdmin(admin, adminEndpoints.searchEverything, async ({ query, staff }) => ({
    data: await searchEverything(db, query.q, staff.permissions),
  }));
  handleAdmin(admin, adminEndpoints.listWaitingRefunds, async () => ({ data: await listWaitingRefunds(db) }));
  handleAdmin(admin, adminEndpoints.listLowStock, async () => ({ data: await listLowStock(db) }));
  handleAdmin(admin, adminEndpoints.listFailedMails, async () => ({ data: await listFailedMails(db) }));
  handleAdmin(admin, adminEndpoints.listFailedJobs, async () => ({ data: await listFailedJobs(db) }));
}
