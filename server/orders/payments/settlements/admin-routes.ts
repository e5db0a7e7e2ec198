import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../../contract/admin/endpoints.ts";
import { DAY_MS } from "../../../../contract/dates.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database } from "../../../platform/database/database.ts";
import { handleAdmin } from "../../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../../platform/http/csv-download.ts";
import { fetchSettlementsOf } from "./fetch-settled.ts";
import { fetchedDays, readSettlement, readSettlements, settledDays, settledRecords } from "./read-settlements.ts";

export function settlementAdminRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  handleAdmin(admin, adminEndpoints.readSettlements, async ({ query }) => {
    const now = new Date();
    return { data: await readSettlements(db, settledDays(query, now), now) };
  });
  handleAdmin(admin, adminEndpoints.readSettlement, async ({ params }) => ({
    data: await readSettlement(db, params.id),
  }));
  handleAdmin(admin, adminEndpoints.exportSettlements, async ({ query, staff, reply }) => {
    const now = new Date();
    const days = settledDays(query, now);
    const subject = { type: "report" as const, id: "settlements" };
    await recordAudit(db, staff, { action: "report.exported", subject, after: days }, now);
    return csvResponse(reply, `settlements-${days.from}-to-${days.to}.csv`, settledRecords(db, days));
  });
  handleAdmin(admin, adminEndpoints.fetchSettlements, async ({ body, staff }) => {
    const now = new Date();
    const days = fetchedDays(body, now);
    await db.transaction(async (trx) => {
      await fetchSettlementsOf(trx, days);
      const subject = { type: "report" as const, id: "settlements" };
      await recordAudit(trx, staff, { action: "settlements.fetched", subject, after: days }, now);
    });
    return { data: { days: (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS + 1 } };
  });
}
