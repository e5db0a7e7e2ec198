import type { ReadDatabase } from "../../database/database.ts";
import { DOCUMENTS, documentsOf, type Totals, totalsOf } from "./documents.ts";
import type { Month } from "./month.ts";
import { createSections, type Sections, sameTotals, sumsOfSections } from "./sections.ts";

/** The GST return of a month, and whether it matches the month's documents. */
export interface GstReturn {
  sections: Sections;
  /** The sums of invoices less credit notes, added up by the database, and the sums of the sections. */
  sums: { documents: Totals; supplies: Totals; hsn: Totals };
  /** Whether the three sums are equal, to the paisa. */
  agrees: boolean;
}

export async function readReturn(db: ReadDatabase, month: Month, signal?: AbortSignal): Promise<GstReturn> {
  const collected = createSections();
  for (const document of DOCUMENTS)
    for await (const rows of documentsOf(db, document, month)) {
      signal?.throwIfAborted();
      for (const row of rows) collected.add(row);
    }
  const sections = collected.finish();
  const documents = await totalsOf(db, month);
  const { supplies, hsn } = sumsOfSections(sections);
  return {
    sections,
    sums: { documents, supplies, hsn },
    agrees: sameTotals(documents, supplies) && sameTotals(documents, hsn),
  };
}
