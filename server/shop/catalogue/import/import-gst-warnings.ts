/** Names the HSN codes and GST rates of product files that the GST portal will probably not take. They are stored all the same. */

import { sql } from "drizzle-orm";
import { isoDayInIndia } from "../../../../contract/dates.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { gstRate, productImportLine, variant } from "../../../platform/database/schema.ts";
import { type HsnDigits, hsnProblem, rateProblem } from "../../../selling/variants/gst-tables.ts";

/** Number of warnings in a sentence; further ones are only counted. */
const LISTED = 3;

/**
 * Warns of what a compared file changes.
 * @param hsnDigits by the seller's turnover
 * @returns a sentence; empty without warnings
 */
export async function warnOfImport(
  db: DatabaseOrTransaction,
  importId: number,
  hsnDigits: HsnDigits,
  now: Date,
): Promise<string> {
  const cells = await rowsOf(
    db,
    { column: "string", after: "string", from: "string?" },
    sql`select distinct cell ->> 'column' as "column", cell ->> 'after' as after,
        (select other ->> 'after' from jsonb_array_elements(cells) as other where other ->> 'column' = 'gst_valid_from') as "from"
      from ${productImportLine}, jsonb_array_elements(cells) as cell
      where ${productImportLine.importId} = ${importId} and ${productImportLine.kind} in ('added', 'changed')
        and cell ->> 'column' in ('hsn', 'gst_percent') and cell ->> 'after' <> ''
      order by 1, 2`,
  );
  const today = isoDayInIndia(now);
  return sentenceOf(
    cells.map(({ column, after, from }) =>
      column === "hsn" ? hsnProblem(after, hsnDigits) : rateProblem(Number(after), from || today),
    ),
  );
}

/** Warns of what the sizes of all products have, with the rates of today and later. */
export async function warnOfCatalogue(db: DatabaseOrTransaction, hsnDigits: HsnDigits, now: Date): Promise<string> {
  const today = isoDayInIndia(now);
  const codes = await db.selectDistinct({ hsn: variant.hsn }).from(variant).orderBy(variant.hsn);
  const rates = await rowsOf(
    db,
    { percent: "number", day: "string" },
    sql`select percent, max(greatest(valid_from, ${today}::date))::text as day from ${gstRate} as rate
      where not exists (select from ${gstRate} as later where later.variant_id = rate.variant_id
        and later.valid_from > rate.valid_from and later.valid_from <= ${today}::date)
      group by percent order by percent`,
  );
  return sentenceOf([
    ...codes.map(({ hsn }) => (hsn === "" ? null : hsnProblem(hsn, hsnDigits))),
    ...rates.map(({ percent, day }) => rateProblem(percent, day)),
  ]);
}

function sentenceOf(problems: readonly (string | null)[]): string {
  const found = [...new Set(problems.filter((problem) => problem !== null))];
  if (found.length === 0) return "";
  const more = found.length > LISTED ? ` And ${found.length - LISTED} more.` : "";
  return `Please check with your accountant, since the GST portal may not take it: ${found.slice(0, LISTED).join(" ")}${more}`;
}
