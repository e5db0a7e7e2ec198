import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import type { News } from "./news.ts";
import { rollUpSoon } from "./roll-up.ts";
import { readSalesOverview } from "./sales-overview.ts";
import { searchEverything } from "./search-everything.ts";
import { countWaiting, listFailedJobs, listFailedMails, listWaitingRefunds } from "./waiting.ts";

const EVENT_STREAM = "text/event-stream";
/** For a client that waits for the end. */
async function* none(): AsyncGenerator<string> {
  yield ":\n\n";
}

export function reportAdminRoutes(admin: FastifyInstance, { db, news }: { db: Database; news: News }): void {
  handleAdmin(admin, adminEndpoints.readHome, async ({ staff: { permissions } }) => {
    const seesSales = permissions.has("view_reports");
    if (seesSales) await rollUpSoon(db);
    return {
      data: {
        work: await countWaiting(db, permissions),
        sales: seesSales ? await readSalesOverview(db, new Date()) : null,
      },
    };
  });
  handleAdmin(admin, adminEndpoints.streamNews, async ({ staff, request, reply }) => {
    // Proxies that buffer would keep the news.
    reply.header("x-accel-buffering", "no");
    return request.headers.accept?.includes(EVENT_STREAM) ? news.stream(staff.permissions) : none();
  });
  handleAdmin(admin, adminEndpoints.searchEverything, async ({ query, staff }) => ({
    data: await searchEverything(db, query.q, staff.permissions),
  }));
  handleAdmin(admin, adminEndpoints.listWaitingRefunds, async () => ({ data: await listWaitingRefunds(db) }));
  handleAdmin(admin, adminEndpoints.listFailedMails, async () => ({ data: await listFailedMails(db) }));
  handleAdmin(admin, adminEndpoints.listFailedJobs, async () => ({ data: await listFailedJobs(db) }));
}
