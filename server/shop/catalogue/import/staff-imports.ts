/** Imports of product files in the back office, from the upload to the undo. A job (import-task.ts) does the slow work. */

import { readFile } from "node:fs/promises";
import { and, asc, desc, eq, gt, inArray, lt, sql } from "drizzle-orm";
import {
  type ImportLine,
  type ImportLineKind,
  type ImportState,
  type ListedImport,
  MAX_PICTURES_FILE_BYTES,
  type ProductImport,
} from "../../../../contract/admin/imports.ts";
import type { Permission } from "../../../../contract/admin/permissions.ts";
import { createConcurrencyLimit } from "../../../base/concurrency-limit.ts";
import { ApiError } from "../../../base/errors.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { productImport, productImportLine, productImportPart } from "../../../platform/database/schema.ts";
import { permissionMissing, type Staff } from "../../../platform/http/staff-sessions.ts";
import { addJob } from "../../../platform/jobs/add-job.ts";
import type { MediaLibrary } from "../../../platform/media/media-library.ts";
import { consume, type Limit, undoConsume } from "../../../platform/rate-limits/limits.ts";
import { columnNamed } from "./csv-table.ts";
import { PICTURES } from "./import.ts";
import { readHeadings, receiveFile, storeParts, withFolder } from "./import-files.ts";
import { CSV_COLUMNS } from "./product-columns.ts";
import { addPictures, countPictures, deleteOldFetched, requirePicture } from "./staged-pictures.ts";

export type ImportRow = typeof productImport.$inferSelect;
type State = ImportState;

/** The next upload deletes imports older than this. */
const RETENTION_DAYS = 90;
/** Maximum bytes of files that wait to be stored or discarded. */
const MAX_WAITING_BYTES = 500 * 1024 * 1024;
const RUNNING: readonly State[] = ["comparing", "storing", "undoing"];
const WAITING: readonly State[] = ["uploaded", "comparing", "rejected", "compared", "storing", "failed"];
/** Limits a member's uploads. */
const uploadsOf = (memberId: number): Limit => ({
  key: `product files ${memberId}`,
  limit: 30,
  windowSeconds: 3600,
});
/** Limits a member's uploads of pictures, which may come one by one. */
const pictureUploadsOf = (memberId: number): Limit => ({
  key: `product pictures ${memberId}`,
  limit: 3000,
  windowSeconds: 3600,
});
/** One at a time, because a ZIP file is in memory while it is read. */
const unpacking = createConcurrencyLimit(1, 20);
/** The states in which a file can be compared. */
const MATCHABLE: readonly State[] = ["uploaded", "rejected", "compared", "failed"];
/** How many earlier imports are searched for the columns of a heading. */
const REMEMBERED = 20;
/** The queue that serialises imports. */
const QUEUE = "product_imports";

/** Columns that need another permission than `edit_products`. */
const GUARDED: Readonly<Record<string, Permission>> = {
  price: "edit_prices",
  original_price: "edit_prices",
  gst_percent: "edit_prices",
  gst_valid_from: "edit_prices",
  hsn: "edit_prices",
  stock: "adjust_stock",
};

/** @throws ApiError (403) if the file has columns that the member may not change */
function requireColumns(staff: Staff, columns: readonly string[]): void {
  for (const column of columns) {
    const permission = GUARDED[column];
    if (permission && !staff.permissions.has(permission)) throw permissionMissing(permission);
  }
}

const actorOf = ({ id, name, role, requestId }: Actor) => ({ id, name, role, requestId });

/** @throws ApiError (409) while too many files wait, (413), (422), (429) */
export async function uploadImport(
  db: Database,
  uploads: string,
  { name, body }: { name: string; body: unknown },
  actor: Staff,
): Promise<ProductImport> {
  await consume(db, uploadsOf(actor.id), new Date());
  return withFolder(uploads, async (folder) => {
    const file = `${folder}/products.csv`;
    const bytes = await receiveFile(body, file);
    const { headings, samples } = await readHeadings(file);
    const now = new Date();
    const id = await db.transaction(async (trx) => {
      await trx
        .delete(productImport)
        .where(lt(productImport.createdAt, sql`now() - ${RETENTION_DAYS} * interval '1 day'`));
      await deleteOldFetched(trx);
      await requireRoom(trx, bytes);
      const [created] = await trx
        .insert(productImport)
        .values({ fileName: name, bytes, headings, samples, actor: actorOf(actor), createdAt: now })
        .returning({ id: productImport.id });
      if (!created) throw new Error("the import was not stored");
      await storeParts(trx, created.id, file);
      await recordAudit(
        trx,
        actor,
        { action: "products.file_uploaded", subject: subjectOf(created.id), after: { file: name, bytes } },
        now,
      );
      return created.id;
    });
    return readImport(db, id);
  });
}

/**
 * Adds pictures that the rows of a file name: one, or a ZIP file of many.
 * @throws ApiError (404), (409) while a job runs, once the file is stored, or while too many pictures wait, (413), (422), (429)
 */
export async function addImportPictures(
  { db, media, uploads }: { db: Database; media: MediaLibrary; uploads: string },
  id: number,
  { name, body }: { name: string; body: unknown },
  actor: Staff,
): Promise<ProductImport> {
  await consume(db, pictureUploadsOf(actor.id), new Date());
  requireState(await findImport(db, id), MATCHABLE);
  return withFolder(uploads, async (folder) => {
    const file = `${folder}/pictures`;
    await receiveFile(body, file, MAX_PICTURES_FILE_BYTES);
    return unpacking.run(async () => {
      const content = await readFile(file);
      await requirePicture(media, { folder: PICTURES, name, content });
      return db.transaction(async (trx) => {
        requireState(await lockImport(trx, id), MATCHABLE);
        const pictures = await addPictures(trx, id, { name, content });
        const after = { file: name, pictures };
        await recordAudit(trx, actor, { action: "products.pictures_added", subject: subjectOf(id), after }, new Date());
        return readImport(trx, id);
      });
    });
  });
}

async function requireRoom(trx: DatabaseOrTransaction, bytes: number): Promise<void> {
  const [waiting] = await trx
    .select({ bytes: sql<number>`coalesce(sum(${productImport.bytes}), 0)::float8` })
    .from(productImport)
    .where(inArray(productImport.state, [...WAITING]));
  if ((waiting?.bytes ?? 0) + bytes > MAX_WAITING_BYTES)
    throw ApiError.ofField("file", "Too many files wait to be stored. Please discard some first.", "conflict");
}

/** @param before the id of the last import of the previous page */
export async function listImports(
  db: Database,
  { before, max }: { before: number | undefined; max: number },
): Promise<{ imports: ListedImport[]; hasMore: boolean }> {
  const rows = await db
    .select()
    .from(productImport)
    .where(before === undefined ? undefined : lt(productImport.id, before))
    .orderBy(desc(productImport.id))
    .limit(max + 1);
  return { imports: rows.slice(0, max).map(listed), hasMore: rows.length > max };
}

const listed = (row: ImportRow): ListedImport => ({
  _id: String(row.id),
  fileName: row.fileName,
  state: row.state,
  rows: row.rows,
  added: row.added,
  changed: row.changed,
  problems: row.problems,
  skipped: row.skipped,
  by: row.actor.name,
  at: row.createdAt.toISOString(),
  storedAt: row.storedAt?.toISOString() ?? null,
});

/** @throws ApiError (404) */
export async function readImport(db: DatabaseOrTransaction, id: number): Promise<ProductImport> {
  const row = await findImport(db, id);
  const mapping = row.mapping ?? (await suggestMapping(db, row.headings));
  return {
    ...listed(row),
    progress: row.progress,
    pictures: {
      uploaded: await countPictures(db, row.id),
      wanted: row.picturesWanted,
      ready: row.picturesReady,
    },
    message: row.message,
    digest: row.digest,
    canContinue: row.state === "stored" && (await hasParts(db, row.id)),
    // A column without a heading is not imported.
    columns: row.headings.flatMap((heading, at) =>
      heading === ""
        ? []
        : [{ heading, samples: row.samples.map((cells) => cells[at] ?? ""), column: mapping[heading] ?? "" }],
    ),
    known: CSV_COLUMNS.map(({ name, required }) => ({ name, required })),
    canUndo: row.state === "stored" && (await isLastStored(db, row)),
  };
}

/**
 * Suggests columns: those of the last file with the same headings, else the columns of these names. The same heading of another kind of
 * file may mean something else: Type is a category at Shopify, and simple or variable at WooCommerce.
 */
async function suggestMapping(db: DatabaseOrTransaction, headings: readonly string[]): Promise<Record<string, string>> {
  const earlier = await db
    .select({ mapping: productImport.mapping })
    .from(productImport)
    .where(sql`${productImport.mapping} is not null`)
    .orderBy(desc(productImport.id))
    .limit(REMEMBERED);
  const known = earlier.find(({ mapping }) => mapping && sameNames(Object.keys(mapping), headings))?.mapping;
  const names = new Set(CSV_COLUMNS.map(({ name }) => name));
  const taken = new Set<string>();
  return Object.fromEntries(
    headings.map((heading) => {
      const remembered = known && Object.hasOwn(known, heading) ? known[heading] : undefined;
      const own = columnNamed(heading);
      const column = remembered ?? (names.has(own) ? own : "");
      if (column === "" || taken.has(column) || !names.has(column)) return [heading, ""];
      taken.add(column);
      return [heading, column];
    }),
  );
}

const sameNames = (one: readonly string[], other: readonly string[]) =>
  JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort());

async function isLastStored(db: DatabaseOrTransaction, { id, storedAt }: ImportRow): Promise<boolean> {
  if (!storedAt) return false;
  const [later] = await db
    .select({ id: productImport.id })
    .from(productImport)
    .where(and(inArray(productImport.state, ["storing", "stored", "undoing"]), gt(productImport.storedAt, storedAt)))
    .limit(1);
  return later === undefined || later.id === id;
}

/** Lists the changes or problems of the rows of a file. @param after the id of the last line of the previous page */
export async function listImportLines(
  db: Database,
  id: number,
  { kind, after, max }: { kind: ImportLineKind; after: number | undefined; max: number },
): Promise<{ lines: ImportLine[]; hasMore: boolean }> {
  await findImport(db, id);
  const rows = await db
    .select()
    .from(productImportLine)
    .where(
      and(
        eq(productImportLine.importId, id),
        kind === "skipped" ? eq(productImportLine.outcome, "skipped") : eq(productImportLine.kind, kind),
        after === undefined ? undefined : gt(productImportLine.id, after),
      ),
    )
    .orderBy(asc(productImportLine.id))
    .limit(max + 1);
  return {
    lines: rows
      .slice(0, max)
      .map(({ id: lineId, row, slug, sku, cells, note }) => ({ _id: String(lineId), row, slug, sku, cells, note })),
    hasMore: rows.length > max,
  };
}

/** @throws ApiError (404), (409) if the file's job is running or it was stored, (422) for invalid columns, (403) */
export function compareImport(
  db: Database,
  id: number,
  columns: readonly { heading: string; column: string }[],
  staff: Staff,
): Promise<ProductImport> {
  const chosen = columns.map(({ column }) => column).filter((name) => name !== "");
  requireColumns(staff, chosen);
  const unknown = chosen.find((name) => !CSV_COLUMNS.some((known) => known.name === name));
  if (unknown !== undefined) throw ApiError.ofField("columns", `There is no column ${unknown}.`);
  const twice = chosen.find((name, at) => chosen.indexOf(name) < at);
  if (twice !== undefined) {
    const headings = columns.flatMap(({ heading, column }) => (column === twice ? [`“${heading}”`] : []));
    throw ApiError.ofField("columns", `${headings.join(" and ")} are both the column ${twice}. Please choose one.`);
  }
  if (!chosen.includes("slug"))
    throw ApiError.ofField("columns", "Please say which heading is the column slug: it names the product.");
  if (chosen.length === 1) throw ApiError.ofField("columns", "Please choose at least one column besides slug.");
  return change(db, id, MATCHABLE, "comparing", staff, (row) => ({
    picturesWanted: 0,
    picturesReady: 0,
    mapping: Object.fromEntries(
      row.headings.map((heading) => [
        heading,
        (heading && columns.find((one) => one.heading === heading)?.column) || "",
      ]),
    ),
  }));
}

/** Stores what was shown, or goes on with it. @throws ApiError (404), (409) if other differences are shown meanwhile, (403) */
export function storeImport(db: Database, id: number, digest: string, staff: Staff): Promise<ProductImport> {
  return change(db, id, ["compared", "stored"], "storing", staff, async (row, trx) => {
    requireColumns(staff, Object.values(row.mapping ?? {}));
    if (row.state === "stored" && !(await hasParts(trx, id)))
      throw new ApiError("conflict", "All of this file is stored already. Please reload it.");
    if (row.digest !== digest)
      throw new ApiError(
        "conflict",
        "A colleague has compared this file again meanwhile. Please look at its differences.",
      );
    return {};
  });
}

/** @throws ApiError (404), (409) unless it is the last stored import, (403) */
export function undoImport(db: Database, id: number, staff: Staff): Promise<ProductImport> {
  return change(db, id, ["stored"], "undoing", staff, async (row, trx) => {
    requireColumns(staff, Object.values(row.mapping ?? {}));
    if (!(await isLastStored(trx, row)))
      throw new ApiError("conflict", "Another file was stored after this one. Please undo that first.");
    await markStored(trx, id);
    return {};
  });
}

/** The file of an import is deleted once all of it is stored. */
async function hasParts(db: DatabaseOrTransaction, id: number): Promise<boolean> {
  return (await db.$count(productImportPart, eq(productImportPart.importId, id))) > 0;
}

/** Marks the lines of an import that was stored as a whole, before lines were marked one by one. */
async function markStored(trx: DatabaseOrTransaction, id: number): Promise<void> {
  await trx.execute(sql`update product_import_line set outcome = 'stored'
    where import_id = ${id} and kind <> 'problem'
      and not exists (select from product_import_line where import_id = ${id} and outcome is not null)`);
}

/** Stops a job between two of its transactions. @throws ApiError (404), (409) if none runs */
export function stopImport(db: Database, id: number, actor: Staff): Promise<ProductImport> {
  return db.transaction(async (trx) => {
    const row = await lockImport(trx, id);
    if (!RUNNING.includes(row.state))
      throw new ApiError("conflict", `Nothing runs: this file is ${row.state} already. Please reload it.`);
    await trx.update(productImport).set({ stopRequested: true }).where(eq(productImport.id, id));
    const after = { file: row.fileName, state: row.state };
    await recordAudit(trx, actor, { action: "products.import_stopped", subject: subjectOf(id), after }, new Date());
    return readImport(trx, id);
  });
}

/** Deletes a file that was not stored, which gives its upload back: who corrects a file uploads it many times. @throws ApiError (404), (409) */
export function deleteImport(db: Database, id: number, actor: Actor): Promise<void> {
  return db.transaction(async (trx) => {
    const row = await lockImport(trx, id);
    requireState(row, MATCHABLE);
    await trx.delete(productImport).where(eq(productImport.id, id));
    if (actor.id !== null) await undoConsume(trx, uploadsOf(actor.id));
    const before = { file: row.fileName };
    await recordAudit(trx, actor, { action: "products.file_discarded", subject: subjectOf(id), before }, new Date());
  });
}

async function change(
  db: Database,
  id: number,
  from: readonly State[],
  state: State,
  actor: Actor,
  valuesOf: (row: ImportRow, trx: DatabaseOrTransaction) => Partial<ImportRow> | Promise<Partial<ImportRow>>,
): Promise<ProductImport> {
  return db.transaction(async (trx) => {
    const row = await lockImport(trx, id);
    requireState(row, from);
    const values = await valuesOf(row, trx);
    await trx
      .update(productImport)
      .set({ ...values, state, progress: 0, message: "", stopRequested: false, actor: actorOf(actor) })
      .where(eq(productImport.id, id));
    await addJob(trx, "import_products", { importId: id }, { key: `import_products ${id}`, queueName: QUEUE });
    return readImport(trx, id);
  });
}

function requireState({ state }: ImportRow, allowed: readonly State[]): void {
  if (allowed.includes(state)) return;
  const isRunning = RUNNING.includes(state);
  throw new ApiError(
    "conflict",
    isRunning ? "Its job is still running. Please wait for it." : `This file is ${state} already. Please reload it.`,
  );
}

/** @throws ApiError (404) */
export async function findImport(db: DatabaseOrTransaction, id: number): Promise<ImportRow> {
  const [row] = await db.select().from(productImport).where(eq(productImport.id, id));
  if (!row) throw new ApiError("not_found", "There is no such file. It may have been deleted.");
  return row;
}

async function lockImport(trx: DatabaseOrTransaction, id: number): Promise<ImportRow> {
  const [row] = await trx.select().from(productImport).where(eq(productImport.id, id)).for("update");
  if (!row) throw new ApiError("not_found", "There is no such file. It may have been deleted.");
  return row;
}

const subjectOf = (id: number) => ({ type: "import" as const, id: String(id) });

/** Records a job's result in the audit log, in its transaction. */
export const auditImport = (
  trx: DatabaseOrTransaction,
  { id, fileName, actor }: ImportRow,
  action: "products.imported" | "products.import_undone",
  after: Record<string, unknown>,
): Promise<void> =>
  recordAudit(trx, actor, { action, subject: subjectOf(id), after: { file: fileName, ...after } }, new Date());
