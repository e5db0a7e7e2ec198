import type { ShopSettings } from "../../../platform/config/config.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { hsnDigitsOf } from "../../../selling/variants/gst-tables.ts";
import { DOCUMENTS, documentsOf, numbersOf, type Totals, totalsOf, UNTAXED_DOCUMENTS } from "./documents.ts";
import type { Month } from "./month.ts";
import { createSections, type ReturnRules, type Sections, sameTotals, sumsOfSections } from "./sections.ts";

/** The GST return of a month, and whether it matches the month's documents. */
export interface GstReturn {
  sections: Sections;
  /** The sums of invoices less credit notes, added up by the database, and the sums of the sections. */
  sums: { documents: Totals; supplies: Totals; hsn: Totals };
  /** Whether the three sums are equal, to the paisa. */
  agrees: boolean;
}

/** @param rules.gstin as the settings name it, for a month without documents */
export async function readReturn(
  db: ReadDatabase,
  month: Month,
  rules: ReturnRules,
  signal?: AbortSignal,
): Promise<GstReturn> {
  const collected = createSections(rules);
  for (const document of DOCUMENTS)
    for await (const rows of documentsOf(db, document, month)) {
      signal?.throwIfAborted();
      for (const row of rows) collected.add(row);
    }
  for (const document of UNTAXED_DOCUMENTS)
    for (const number of await numbersOf(db, document, month)) collected.addIssued(document, number);
  const sections = collected.finish();
  const documents = await totalsOf(db, month);
  const { supplies, hsn } = sumsOfSections(sections);
  return {
    sections,
    sums: { documents, supplies, hsn },
    agrees: sameTotals(documents, supplies) && sameTotals(documents, hsn),
  };
}

/** Whether the month has nothing to report, so that a nil return is due. */
export const isNilReturn = ({ issued }: Sections): boolean => issued.length === 0;

/** The rules of the shop's settings. */
export const returnRulesOf = (
  settings: Pick<ShopSettings, "SELLER_GSTIN" | "TURNOVER_ABOVE_5_CRORE">,
): ReturnRules => ({
  gstin: settings.SELLER_GSTIN,
  hsnDigits: hsnDigitsOf(settings),
});
