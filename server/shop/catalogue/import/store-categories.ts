/** The writer of categories, for category files and the back office. */

import { eq, sql } from "drizzle-orm";
import type { Picture } from "../../../../contract/pictures.ts";
import { ApiError } from "../../../base/errors.ts";
import { pick } from "../../../base/pick.ts";
import { differences } from "../../../platform/audit/differences.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { category, categorySlug } from "../../../platform/database/schema.ts";
import { CATEGORY_FIELDS, type CsvCategory } from "./category-columns.ts";
import type { Problems } from "./csv-problems.ts";
import type { Problem } from "./csv-table.ts";

export type CategoryRow = typeof category.$inferSelect;
/** A stored category in the file's format, with the columns that only the table has. */
export type KnownCategory = CsvCategory & { id: number; version: number; picture: Picture | null };
/** Categories by slug. */
export type KnownCategories = ReadonlyMap<string, KnownCategory>;
export interface PlannedCategory {
  row: number;
  slug: string;
  before: KnownCategory | undefined;
  after: Omit<CsvCategory, "image"> & { image: Picture | null };
  /** Whether all its cells are valid. */
  isReadable: boolean;
}

export const categorySubject = (id: number) => ({ type: "category" as const, id: String(id) });

/** Reads all categories, and locks them until the transaction ends. */
export async function readKnownCategories(trx: DatabaseOrTransaction): Promise<Map<string, KnownCategory>> {
  const rows = await trx.select().from(category).orderBy(category.id).for("update");
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

/** Reports problems between rows, and between rows and the stored categories. */
export function findCategoryConflicts(
  rows: readonly PlannedCategory[],
  known: KnownCategories,
  problems: Pick<Problems, "add">,
): void {
  const add = ({ row, slug }: PlannedCategory, column: string | null, message: string) =>
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

/** The fields of a category that the audit log records. */
const LOGGED = CATEGORY_FIELDS.filter((field) => field !== "position");

/** Stores the rows, with an audit entry for each. @returns how many existing categories have changed */
export async function storeCategories(
  trx: DatabaseOrTransaction,
  rows: readonly PlannedCategory[],
  known: KnownCategories,
  { actor, now }: { actor: Actor; now: Date },
): Promise<number> {
  const ids = new Map([...known].map(([slug, { id }]) => [slug, id]));
  let last = Math.max(-1, ...[...known.values()].map(({ position }) => position ?? 0));
  let changed = 0;
  // A category is stored before its subcategories.
  for (const { slug, before, after } of [...rows].sort((a, b) => depth(a) - depth(b))) {
    const parentId = after.parentId === null ? null : (ids.get(after.parentId) ?? null);
    const position = after.position ?? ++last;
    const values = { ...pick(after, CATEGORY_FIELDS), slug, parentId, position };
    const logged = { ...after, image: after.image?.path ?? null };
    if (!before) {
      const id = await insert(values);
      ids.set(slug, id);
      const entry = {
        action: "category.created" as const,
        subject: categorySubject(id),
        after: { slug, name: after.name },
      };
      await recordAudit(trx, actor, entry, now);
    } else if (!isUnchanged(before, after)) {
      await trx.update(category).set(values).where(eq(category.id, before.id));
      const entry = { action: "category.changed" as const, subject: categorySubject(before.id) };
      await recordAudit(trx, actor, { ...entry, ...differences(before, logged, LOGGED) }, now);
      changed++;
    }
  }
  // A product row contains both its category and its subcategory, so it is updated when a subcategory moves.
  await trx.execute(sql`
    update product set category_id = coalesce(place.parent_id, place.id),
      subcategory_id = case when place.parent_id is null then null else place.id end
    from category as place
    where place.id = coalesce(product.subcategory_id, product.category_id)
      and (product.category_id, product.subcategory_id) is distinct from
        (coalesce(place.parent_id, place.id), case when place.parent_id is null then null else place.id end)`);
  return changed;

  async function insert(values: typeof category.$inferInsert): Promise<number> {
    const [inserted] = await trx.insert(category).values(values).onConflictDoNothing().returning({ id: category.id });
    // A concurrent request has just added it.
    if (!inserted) throw slugTaken();
    await trx.delete(categorySlug).where(eq(categorySlug.slug, values.slug));
    return inserted.id;
  }
}

export const slugTaken = () => ApiError.ofField("slug", "Another category has this address.", "conflict");

const depth = ({ after }: PlannedCategory) => (after.parentId === null ? 0 : 1);

const isUnchanged = (before: KnownCategory, after: PlannedCategory["after"]) =>
  before.position === after.position &&
  JSON.stringify(before.picture) === JSON.stringify(after.image) &&
  differences(before, { ...after, image: after.image?.path ?? null }, LOGGED) === null;
