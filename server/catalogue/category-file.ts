import { dirname, resolve } from "node:path";
import { asc, eq, sql } from "drizzle-orm";
import type { Picture } from "../../contract/pictures.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { category } from "../database/schema.ts";
import type { MediaLibrary } from "../media/media-library.ts";
import { CATEGORY_COLUMNS, type CsvCategory } from "./category-columns.ts";
import { createProblems, type Problems, readBatches } from "./csv-problems.ts";
import { type Problem, type ReadRow, readRow } from "./csv-table.ts";
import type { ImportResult } from "./import.ts";
import { createImportPictures } from "./import-pictures.ts";

/** Export and import of the category file. A shop has few categories, so all of them are processed in memory. */

const BATCH = 500;
/** Folder of the media library. */
const PICTURES = "categories";

/** All categories as rows of the file: each category is followed by its subcategories, both in the owner's order. */
export async function exportCategories(db: Database): Promise<CsvCategory[]> {
  const rows = await db.select().from(category).orderBy(asc(category.position), asc(category.id));
  const toFile = ({ slug, name, position, description, image }: CategoryRow, parentId: string | null): CsvCategory => ({
    slug,
    name,
    parentId,
    position,
    description,
    image: image?.path ?? null,
  });
  return rows
    .filter(({ parentId }) => parentId === null)
    .flatMap((top) => [
      toFile(top, null),
      ...rows.filter(({ parentId }) => parentId === top.id).map((sub) => toFile(sub, top.slug)),
    ]);
}

/**
 * Adds and updates (by slug) the categories of a CSV file; others stay. Stores nothing unless every row is valid. Products follow a
 * subcategory that moves to another category.
 * @throws the file system's error when the file cannot be read
 */
export async function importCategories(
  db: Database,
  { file, media }: { file: string; media: MediaLibrary },
): Promise<ImportResult> {
  return db.transaction(async (trx) => {
    const problems = createProblems();
    const pictures = createImportPictures(dirname(resolve(file)), PICTURES, media);
    const read = await readFile(file, problems);
    const known = await readKnown(trx);
    const rows: Planned[] = [];
    for (const { row, slug, values, problems: found } of read) {
      // Its slug is already reported as a problem.
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
    findConflicts(rows, known, problems);
    if (problems.count > 0)
      return { imported: false, rows: read.length, problems: problems.reported(), problemCount: problems.count };
    await pictures.storeFiles();
    const changed = await write(trx, rows, known);
    return { imported: true, total: rows.length, added: rows.filter(({ before }) => !before).length, changed };
  });
}

type CategoryRow = typeof category.$inferSelect;
type Known = CsvCategory & { id: number; picture: Picture | null };
interface Planned {
  row: number;
  slug: string;
  before: Known | undefined;
  after: Omit<CsvCategory, "image"> & { image: Picture | null };
  /** Whether all its cells are valid. */
  isReadable: boolean;
}

async function readFile(file: string, problems: Problems): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  for await (const batch of readBatches(file, { columns: CATEGORY_COLUMNS, readRow, problems, size: BATCH })) {
    rows.push(...batch.rows);
    for (const { problems: found } of batch.rows) found.forEach(problems.add, problems);
  }
  return rows;
}

async function readKnown(trx: DatabaseOrTransaction): Promise<Map<string, Known>> {
  const rows = await trx.select().from(category).for("update");
  const slugs = new Map(rows.map(({ id, slug }) => [id, slug]));
  return new Map(
    rows.map((row) => [
      row.slug,
      {
        ...row,
        parentId: row.parentId === null ? null : (slugs.get(row.parentId) ?? null),
        picture: row.image,
        image: row.image?.path ?? null,
      },
    ]),
  );
}

/** The category after the import: the file's columns, else the stored values, else the defaults. */
function merge(values: Partial<CsvCategory>, before: Known | undefined): CsvCategory {
  const defaults = Object.fromEntries(CATEGORY_COLUMNS.map(({ field, missing }) => [field, missing]));
  const after = { ...defaults, ...before, ...values } as CsvCategory;
  return { ...after, position: after.position ?? before?.position ?? null };
}

/** Reports problems between rows, and between rows and the stored categories. */
function findConflicts(rows: readonly Planned[], known: ReadonlyMap<string, Known>, problems: Problems): void {
  const add = ({ row, slug }: Planned, column: string | null, message: string) =>
    problems.add({ row, slug, column, message } satisfies Problem);
  const parents = new Map([...known].map(([slug, { parentId }]) => [slug, parentId]));
  const first = new Map<string, number>();
  for (const planned of rows) {
    const { row, slug, before, after, isReadable } = planned;
    if (first.has(slug)) add(planned, "slug", `"${slug}" is in row ${first.get(slug)} already`);
    else first.set(slug, row);
    parents.set(slug, after.parentId);
    if (isReadable && !before && after.name === undefined)
      add(planned, null, "is a new category and needs name, which the file has no column for");
  }
  const withChildren = new Set(parents.values());
  for (const planned of rows) {
    const { slug, after } = planned;
    if (after.parentId === null) continue;
    if (!parents.has(after.parentId)) add(planned, "parent", `there is no category "${after.parentId}"`);
    else if (parents.get(after.parentId) !== null)
      add(planned, "parent", `"${after.parentId}" is a subcategory itself; there are two levels, no more`);
    else if (withChildren.has(slug)) add(planned, "parent", "has subcategories, so it cannot become one");
  }
}

/** @returns how many existing categories have changed */
async function write(
  trx: DatabaseOrTransaction,
  rows: readonly Planned[],
  known: ReadonlyMap<string, Known>,
): Promise<number> {
  const ids = new Map([...known].map(([slug, { id }]) => [slug, id]));
  let last = Math.max(-1, ...[...known.values()].map(({ position }) => position ?? 0));
  let changed = 0;
  // A category is stored before the subcategories that name it.
  for (const { slug, before, after } of [...rows].sort((a, b) => depth(a) - depth(b))) {
    const { name, description, image } = after;
    const parentId = after.parentId === null ? null : (ids.get(after.parentId) ?? null);
    const values = { slug, name, parentId, position: after.position ?? ++last, description, image };
    if (!before) {
      const [inserted] = await trx.insert(category).values(values).returning({ id: category.id });
      if (inserted) ids.set(slug, inserted.id);
    } else if (!isUnchanged(before, after)) {
      await trx.update(category).set(values).where(eq(category.id, before.id));
      changed++;
    }
  }
  // A product row stores both its category and its subcategory, so it is updated when a subcategory moves.
  await trx.execute(sql`
    update product set category_id = coalesce(place.parent_id, place.id),
      subcategory_id = case when place.parent_id is null then null else place.id end
    from category as place
    where place.id = coalesce(product.subcategory_id, product.category_id)
      and (product.category_id, product.subcategory_id) is distinct from
        (coalesce(place.parent_id, place.id), case when place.parent_id is null then null else place.id end)`);
  return changed;
}

const depth = ({ after }: Planned) => (after.parentId === null ? 0 : 1);

function isUnchanged(before: Known, after: Planned["after"]): boolean {
  return (
    before.name === after.name &&
    before.parentId === after.parentId &&
    before.position === after.position &&
    before.description === after.description &&
    before.image === (after.image?.path ?? null)
  );
}
