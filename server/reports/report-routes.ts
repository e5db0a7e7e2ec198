import type { FastifyInstance, FastifyReply } from "fastify";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { Database } from "../database/database.ts";
import { handleAdmin } from "../http/admin-endpoints.ts";
import { sendCsv } from "../http/csv-download.ts";
import type { Staff } from "../http/staff-sessions.ts";
import { cohortRecords, readCohorts, rollUpCohortsSoon } from "./cohorts.ts";
import { rollUpSoon } from "./roll-up.ts";
import { readSalesReport, salesReportRecords } from "./sales-report.ts";
import { readStockReport, stockRecords } from "./stock-report.ts";

/** Reports, each as data for its page and as a CSV file. */
export function reportRoutes(admin: FastifyInstance, { db }: { db: Database }): void {
  /** Records who takes a report out of the shop, and sends it. */
  async function exported(
    { staff, reply }: { staff: Staff; reply: FastifyReply },
    { id, query = null, records, file = id }: Export,
  ): Promise<AsyncGenerator<string>> {
    const subject = { type: "report", id };
    await recordAudit(db, staff, { action: "report.exported", subject, after: query }, new Date());
    return sendCsv(reply, `${file}.csv`, records);
  }

  handleAdmin(admin, adminEndpoints.readSalesReport, async ({ query }) => {
    await rollUpSoon(db, { withToday: true });
    return { data: await readSalesReport(db, query, new Date()) };
  });
  handleAdmin(admin, adminEndpoints.exportSalesReport, async (input) => {
    const { query } = input;
    const records = await salesReportRecords(db, query, new Date());
    return exported(input, { id: "sales", file: `sales-by-${query.by}`, query, records });
  });
  handleAdmin(admin, adminEndpoints.readStockReport, async ({ query }) => ({
    data: await readStockReport(db, query, new Date()),
  }));
  handleAdmin(admin, adminEndpoints.exportStockReport, async (input) => {
    const records = await stockRecords(db, input.query, new Date());
    return exported(input, { id: "stock", file: "stock-value", query: input.query, records });
  });
  handleAdmin(admin, adminEndpoints.readCohorts, async () => {
    await rollUpCohortsSoon(db);
    return { data: await readCohorts(db) };
  });
  handleAdmin(admin, adminEndpoints.exportCohorts, async (input) =>
    exported(input, { id: "customers", file: "returning-customers", records: cohortRecords(await readCohorts(db)) }),
  );
}

interface Export {
  id: string;
  file?: string;
  query?: Record<string, unknown> | null;
  records: Iterable<string[]>;
}
