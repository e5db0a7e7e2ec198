/** Files of redirects: compared first, then stored exactly as compared. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  MAX_LISTED_ROWS,
  MAX_REDIRECT_FILE_BYTES,
  MAX_REDIRECTS,
  type RedirectFileComparison,
} from "../../../contract/admin/redirects.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockRedirects } from "../../platform/database/single-node.ts";
import type { CsvRow } from "../catalogue/import/csv-file.ts";
import { plainHeading } from "../catalogue/import/csv-table.ts";
import { remarkOnEncoding } from "../catalogue/import/file-encoding.ts";
import { readRows, receiveFile, withFolder } from "../catalogue/import/import-files.ts";
import { readSource, readTarget } from "./paths.ts";
import { type GivenRedirect, type PlannedRedirect, planRedirects } from "./plan-redirects.ts";
import { storePlanned } from "./store-redirects.ts";

/** Names of the two columns, as `plainHeading` writes them: Shopify's, and this shop's own. */
const FROM = ["redirect from", "from"];
const TO = ["redirect to", "to"];
const columnOf = (names: readonly string[], known: readonly string[]) =>
  names.findIndex((name) => known.includes(name));

/** Whether cells are the headings of such a file. */
function isRedirectHeader(cells: readonly string[]): boolean {
  const names = cells.map(plainHeading);
  return columnOf(names, FROM) >= 0 && columnOf(names, TO) >= 0;
}

type Problem = RedirectFileComparison["problems"][number];
interface ReadFile {
  redirects: (GivenRedirect & { row: number })[];
  problems: Problem[];
  /** The heading of the column of targets. */
  toColumn: string;
}

/** Reads the rows of a file, the headings first. Rows that repeat others are left out. @throws ApiError (422) without the two columns */
function readRedirects([header, ...rows]: readonly CsvRow[]): ReadFile {
  const headings = header?.cells ?? [];
  if (!isRedirectHeader(headings))
    throw ApiError.ofField(
      "file",
      "This file has no columns “Redirect from” and “Redirect to”. Please name them in its first row.",
    );
  const names = headings.map(plainHeading);
  const [fromAt, toAt] = [columnOf(names, FROM), columnOf(names, TO)];
  if (rows.length === 0) throw ApiError.ofField("file", "This file has no redirects below its headings.");
  if (rows.length > MAX_REDIRECTS)
    throw ApiError.ofField("file", `A file can have up to ${MAX_REDIRECTS.toLocaleString("en-IN")} redirects.`);
  const problems: Problem[] = [];
  const known = new Map<string, GivenRedirect & { row: number }>();
  for (const { row, cells } of rows) {
    const add = (at: number, message: string) => problems.push({ row, column: headings[at]?.trim() ?? "", message });
    const from = readSource(unescaped(cells[fromAt]));
    const to = readTarget(unescaped(cells[toAt]));
    if ("problem" in from) add(fromAt, from.problem);
    if ("problem" in to) add(toAt, to.problem);
    if ("problem" in from || "problem" in to) continue;
    const first = known.get(from.path);
    if (!first) known.set(from.path, { row, from: from.path, to: to.path });
    else if (first.to !== to.path) add(toAt, `row ${first.row} leads ${from.path} elsewhere; please keep one of them`);
  }
  return { redirects: [...known.values()], problems, toColumn: headings[toAt]?.trim() ?? "" };
}

/** A cell without the apostrophe by which spreadsheets mark a text. */
const unescaped = (cell = "") => cell.trim().replace(/^'(?=[/h])/i, "");

/**
 * Compares a file with the stored redirects. If `digest` is that of the comparison, stores it.
 * @throws ApiError (413), (422) for a file that cannot be read, (409) if the comparison has changed
 */
export async function uploadRedirects(
  db: Database,
  uploads: string,
  { body, digest }: { body: unknown; digest: string | undefined },
  { actor, now }: { actor: Actor; now: Date },
): Promise<RedirectFileComparison> {
  const file = await withFolder(uploads, async (folder) => {
    const path = join(folder, "redirects.csv");
    await receiveFile(body, path, MAX_REDIRECT_FILE_BYTES);
    return { ...readRedirects(await readRows(path, isRedirectHeader)), warning: await remarkOnEncoding(path) };
  });
  return db.transaction(async (trx) => {
    if (digest !== undefined) await trx.execute(lockRedirects);
    const planned = await planRedirects(trx, file.redirects);
    const comparison = compare(file, planned);
    if (digest === undefined) return comparison;
    if (digest !== comparison.digest || comparison.wrong > 0)
      throw new ApiError("conflict", "This differs from what you have compared. Please compare the file again.");
    const different = planned.filter(({ before, to }) => before !== to);
    await storePlanned(trx, different, "file", now);
    const { added, changed, same } = comparison;
    const replaced = different.flatMap(({ from, before }) => (before === null ? [] : [[from, before]]));
    const before = replaced.length > 0 ? Object.fromEntries(replaced.slice(0, MAX_LISTED_ROWS)) : null;
    const subject = { type: "redirect" as const, id: "file" };
    await recordAudit(
      trx,
      actor,
      { action: "redirects.file_stored", subject, before, after: { added, changed, same } },
      now,
    );
    return comparison;
  });
}

function compare(
  { redirects, problems: read, toColumn, warning }: ReadFile & { warning: string },
  planned: readonly PlannedRedirect[],
): RedirectFileComparison {
  const rows = planned.map((one, at) => ({ ...one, row: redirects[at]?.row ?? 0 }));
  const problems = [
    ...read,
    ...rows.flatMap(({ row, problem }) => (problem === null ? [] : [{ row, column: toColumn, message: problem }])),
  ].sort((left, right) => left.row - right.row);
  const isChanged = ({ before, to }: PlannedRedirect) => before !== null && before !== to;
  const remarks = rows.filter((one) => one.problem === null && (isChanged(one) || one.state !== "works"));
  const results = {
    rows: redirects.length,
    added: planned.filter(({ before }) => before === null).length,
    changed: planned.filter(isChanged).length,
    same: planned.filter(({ before, to }) => before === to).length,
    remarks: remarks
      .slice(0, MAX_LISTED_ROWS)
      .map(({ row, from, to, before, state }) => ({ row, from, to, before, state })),
    remarked: remarks.length,
    problems: problems.slice(0, MAX_LISTED_ROWS),
    ...{ wrong: problems.length, warning },
  };
  const digest = createHash("sha256")
    .update(JSON.stringify([planned, problems]))
    .digest("hex");
  return { ...results, digest };
}
