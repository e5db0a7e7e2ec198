import type { FastifyInstance } from "fastify";
import { adminEndpoints } from "../../../../contract/admin/endpoints.ts";
import type { DeploymentSettings } from "../../../platform/config/config.ts";
import type { Database } from "../../../platform/database/database.ts";
import { handleAdmin } from "../../../platform/http/admin-endpoints.ts";
import type { ShopSettingsReader } from "../../../selling/settings/shop-settings.ts";
import { listDocumentSeries, type NumberingRules, setNextNumber } from "./next-numbers.ts";

interface Deps {
  db: Database;
  settings: Pick<DeploymentSettings, "DOCUMENT_SERIES">;
  shopSettings: ShopSettingsReader;
}

export function documentSeriesAdminRoutes(admin: FastifyInstance, { db, settings, shopSettings }: Deps): void {
  const readRules = async (): Promise<NumberingRules> => {
    const { INVOICE_PREFIX: invoice, CREDIT_NOTE_PREFIX: creditNote } = await shopSettings.current();
    return { prefixes: { invoice, credit_note: creditNote }, seriesCount: settings.DOCUMENT_SERIES };
  };
  const readList = async (rules: NumberingRules) => {
    const series = await listDocumentSeries(db, rules, new Date());
    return { series: series.map(({ name: _, ...one }) => one) };
  };
  handleAdmin(admin, adminEndpoints.listDocumentSeries, async () => ({ data: await readList(await readRules()) }));
  handleAdmin(admin, adminEndpoints.setNextNumber, async ({ staff, body }) => {
    const rules = await readRules();
    await setNextNumber(db, body, rules, { staff, now: new Date() });
    return { data: await readList(rules) };
  });
}
