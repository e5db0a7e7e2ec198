import type { FastifyInstance, FastifyReply } from "fastify";
import { adminEndpoints } from "../../../contract/admin/endpoints.ts";
import { documentRecords } from "../../orders/orders/gst/document-records.ts";
import { toCsvFiles, toJson } from "../../orders/orders/gst/gstr1.ts";
import { returnRulesOf } from "../../orders/orders/gst/return.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { handleAdmin } from "../../platform/http/admin-endpoints.ts";
import { csvResponse } from "../../platform/http/csv-download.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import type { ShopSettingsReader } from "../../selling/settings/shop-settings.ts";
import { cohortRecords, readCohorts, scheduleCohortRollUp } from "./cohorts.ts";
import { freezeGstMonth, monthOf, readGstMonth, readSections } from "./gst-month.ts";
import { marginRecords, readMarginReport } from "./margin-report.ts";
import { notSoldRecords } from "./not-sold.ts";
import { readReorder, reorderRecords } from "./reorder.ts";
import type { ReorderRule } from "./reorder-proposal.ts";
import { scheduleRollUp } from "./roll-up.ts";
import { scheduleVariantRollUp } from "./roll-up-variants.ts";
import { readSalesReport, salesReportRecords } from "./sales-report.ts";
import { readStockReport, stockRecords } from "./stock-report.ts";
import { uploadSettlement } from "./upload-settlement.ts";

/** Serves each report as data for its page and as a CSV file. */
export function reportRoutes(
  admin: FastifyInstance,
  {
    db,
    uploads,
    shopSettings,
    readReorderRule,
  }: {
    db: Database;
    uploads: string;
    shopSettings: ShopSettingsReader;
    readReorderRule: () => Promise<ReorderRule>;
  },
): void {
  const rules = async () => returnRulesOf(await shopSettings.current());
  /** Records who exports a report, and sends it. */
  async function exported(
    { staff, reply }: { staff: Staff; reply: FastifyReply },
    { id, query = null, records, file = id }: Export,
  ): Promise<AsyncGenerator<string>> {
    await recordExport(staff, id, query);
    return csvResponse(reply, `${file}.csv`, records);
  }
  const recordExport = (staff: Staff, id: string, query: Export["query"] = null) =>
    recordAudit(
      db,
      staff,
      { action: "report.exported", subject: { type: "report" as const, id }, after: query },
      new Date(),
    );

  handleAdmin(admin, adminEndpoints.readSalesReport, async ({ query }) => {
    await scheduleRollUp(db, { withToday: true });
    return { data: await readSalesReport(db, query, new Date()) };
  });
  handleAdmin(admin, adminEndpoints.exportSalesReport, async (input) => {
    const { query } = input;
    const records = await salesReportRecords(db, query, new Date());
    return exported(input, { id: "sales", file: `sales-by-${query.by}`, query, records });
  });
  handleAdmin(admin, adminEndpoints.readMarginReport, async ({ query }) => {
    await scheduleRollUp(db, { withToday: true });
    return { data: await readMarginReport(db, query, new Date()) };
  });
  handleAdmin(admin, adminEndpoints.exportMarginReport, async (input) => {
    const { query } = input;
    const records = await marginRecords(db, query, new Date());
    return exported(input, { id: "margin", file: `margin-by-${query.by}`, query, records });
  });
  handleAdmin(admin, adminEndpoints.readReorder, async ({ query }) => {
    await scheduleVariantRollUp(db);
    return { data: await readReorder(db, query, await readReorderRule()) };
  });
  handleAdmin(admin, adminEndpoints.exportReorder, async ({ query, reply }) =>
    csvResponse(reply, "reorder.csv", await reorderRecords(db, query, await readReorderRule())),
  );
  handleAdmin(admin, adminEndpoints.readStockReport, async ({ query, staff }) => {
    await scheduleVariantRollUp(db);
    return { data: await readStockReport(db, query, { seesCosts: staff.permissions.has("view_costs") }) };
  });
  handleAdmin(admin, adminEndpoints.exportStockReport, async (input) => {
    const records = await stockRecords(db, input.query, { seesCosts: input.staff.permissions.has("view_costs") });
    return exported(input, { id: "stock", file: "stock-value", query: input.query, records });
  });
  handleAdmin(admin, adminEndpoints.readCohorts, async () => {
    await scheduleCohortRollUp(db);
    return { data: await readCohorts(db) };
  });
  handleAdmin(admin, adminEndpoints.exportCohorts, async (input) =>
    exported(input, { id: "customers", file: "returning-customers", records: cohortRecords(await readCohorts(db)) }),
  );
  handleAdmin(admin, adminEndpoints.uploadSettlement, async ({ query: { digest }, staff, request }) => ({
    data: await uploadSettlement(db, uploads, { body: request.body, digest }, staff),
  }));
  handleAdmin(admin, adminEndpoints.readGstMonth, async ({ params }) => ({
    data: await readGstMonth(db, monthOf(params.month), await rules(), new Date()),
  }));
  handleAdmin(admin, adminEndpoints.freezeGstMonth, async ({ params, staff }) => {
    const [month, now] = [monthOf(params.month), new Date()];
    await freezeGstMonth(db, month, await rules(), { actor: staff, now });
    return { data: await readGstMonth(db, month, await rules(), now) };
  });
  handleAdmin(admin, adminEndpoints.exportGstReturn, async (input) => {
    const month = monthOf(input.params.month);
    const found = JSON.stringify(toJson(await readSections(db, month, await rules()), month), null, 2);
    await recordExport(input.staff, `gst-${month.name}`);
    input.reply.header("content-disposition", `attachment; filename="gstr1-${month.name}.json"`);
    return textOf(`${found}\n`);
  });
  handleAdmin(admin, adminEndpoints.exportGstFile, async (input) => {
    const { file } = input.params;
    const month = monthOf(input.params.month);
    const ofShop = { documents: documentRecords, "not-sold": notSoldRecords };
    const records =
      file in ofShop
        ? ofShop[file as keyof typeof ofShop](db, month)
        : (toCsvFiles(await readSections(db, month, await rules()))[`${file}.csv`] ?? []);
    return exported(input, { id: `gst-${month.name}`, file: `gstr1-${month.name}-${file}`, query: { file }, records });
  });
}

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}

interface Export {
  id: string;
  file?: string;
  query?: Record<string, unknown> | null;
  records: Iterable<string[]> | AsyncIterable<string[]>;
}
