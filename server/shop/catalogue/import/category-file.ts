/** Exports and imports the category file. A shop has few categories, so all are processed in memory. */

import { dirname, resolve } from "node:path";
import { asc } from "drizzle-orm";
import type { Picture } from "../../../../contract/pictures.ts";
import { pick } from "../../../base/pick.ts";
import type { Actor } from "../../../platform/audit/record-audit.ts";
import type { Database } from "../../../platform/database/database.ts";
import { category } from "../../../platform/database/schema.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { CATEGORY_COLUMNS, CATEGORY_FIELDS, type CsvCategory, NEW_CATEGORY } from "./category-columns.ts";
import { createProblems, type Problems, readBatches } from "./csv-problems.ts";
import { type ReadRow, readRow } from "./csv-table.ts";
import type { ImportResult } from "./import.ts";
import { createImportPictures } from "./import-pictures.ts";
import {
  type CategoryRow,
  findCategoryConflicts,
  type KnownCategory,
  type PlannedCategory,
  readKnownCategories,
  storeCategories,
} from "./store-categories.ts";

const BATCH = 500;
/** The folder in the media library. */
export const CATEGORY_PICTURES = "categories";

/** Returns all categories as rows of the file: each category is followed by its subcategories, both in the owner's order. */
export async function exportCategories(db: Database): Promise<CsvCategory[]> {
  const rows = await db.select().from(category).orderBy(asc(category.position), asc(category.id));
  const toFile = (row: CategoryRow, parentId: string | null): CsvCategory => ({
    ...pick(row, CATEGORY_FIELDS),
    parentId,
    image: row.image?.path ?? null,
  });
  return rows
    .filter(({ parentId }) => parentId === null)
    .flatMap((top) => [
      toFile(top, null),
      ...rows.filter(({ parentId }) => parentId === top.id).map((sub) => toFile(sub, top.slug)),
    ]);
}

/**
 * Adds and updates (by slug) the categories of a CSV file; others stay. Stores nothing unless every row is valid. Products of a subcategory
 * move with it to another category.
 * @throws the file system's error when the file cannot be read
 */
export async function importCategories(
  db: Database,
  { file, media, actor }: { file: string; media: MediaLibrary; actor: Actor },
): Promise<ImportResult> {
  return db.transaction(async (trx) => {
    const problems = createProblems();
    const pictures = createImportPictures(dirname(resolve(file)), CATEGORY_PICTURES, media);
    const read = await readFile(file, problems);
    const known = await readKnownCategories(trx);
    const rows: PlannedCategory[] = [];
    for (const { row, slug, values, problems: found } of read) {
      // The slug is already reported as a problem.
      if (slug === null) continue;
      const before = known.get(slug);
      const after = merge(values as Partial<CsvCategory>, before);
      const image = await readImage();
      rows.push({ row, slug, before, after: { ...after, image }, isReadable: found.length === 0 });

      async function readImage(): Promise<Picture | null> {
        if (after.image === null) return null;
        const own = before?.picture ? [before.picture] : [];
        const found = await pictures.resolve(after.image, { title: after.name, own });
        if (typeof found !== "string") return found;
        problems.add({ row, slug, column: "image", message: found });
        return null;
      }
    }
    findCategoryConflicts(rows, known, problems);
    if (problems.count > 0)
      return { imported: false, rows: read.length, problems: problems.reported(), problemCount: problems.count };
    await pictures.storeFiles();
    const changed = await storeCategories(trx, rows, known, { actor, now: new Date() });
    return { imported: true, total: rows.length, added: rows.filter(({ before }) => !before).length, changed };
  });
}

async function readFile(file: string, problems: Problems): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const batch of readBatches(file, { columns: CATEGORY_COLUMNS, readRow, problems, size: BATCH })) {
    rows.push(...batch.rows);
    for (const { problems: found } of batch.rows) found.forEach(problems.add, problems);
  }
  return rows;
}

/** Merges a category: the file's columns, else the stored values, else the defaults. */
function merge(values: Partial<CsvCategory>, before: KnownCategory | undefined): CsvCategory {
  const after = { ...NEW_CATEGORY, ...before, ...values } as CsvCategory;
  return { ...after, position: after.position ?? before?.position ?? null };
}
