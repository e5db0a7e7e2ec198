/** Moves from another shop: files are added, the owner decides, and the products are staged as an import, which goes on from there. */

import { createReadStream } from "node:fs";
import { join } from "node:path";
import { desc, eq, lt, sql } from "drizzle-orm";
import {
  type ListedMove,
  MAX_MOVE_BYTES,
  MAX_MOVE_FILES,
  type Move,
  type MoveDecisions,
} from "../../../contract/admin/moves.ts";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { productMove } from "../../platform/database/schema.ts";
import type { Staff } from "../../platform/http/staff-sessions.ts";
import { consume, type Limit } from "../../platform/rate-limits/limits.ts";
import { listCategories } from "../../shop/catalogue/categories.ts";
import { receiveFile, withFolder } from "../../shop/catalogue/import/import-files.ts";
import { compareImport, deleteImport, findImport, uploadImport } from "../../shop/catalogue/import/staff-imports.ts";
import { stagedColumns } from "./convert.ts";
import { openDecisions } from "./decisions.ts";
import { readFileSizes, restoreMoveFile, storeMoveFile } from "./move-files.ts";
import { listPeople, requireNoJob, requirePeoplePermission, savePeopleFiles } from "./people-files.ts";
import { type ReadDeps, readMoveAside } from "./read-aside.ts";
import type { MoveFile } from "./read-files.ts";
import type { MovePreview } from "./read-move.ts";

interface Deps extends ReadDeps {
  /** The folder for uploads. */
  uploads: string;
}
interface By {
  actor: Staff;
  now: Date;
}
type MoveRow = typeof productMove.$inferSelect;

/** The next upload deletes moves older than this. */
const RETENTION_DAYS = 90;
const LISTED = 20;
const SHOWN_NOTES = 200;
const uploadsOf = (memberId: number): Limit => ({ key: `moved files ${memberId}`, limit: 60, windowSeconds: 3600 });
const subjectOf = (id: number) => ({ type: "move" as const, id: String(id) });
const actorOf = ({ id, name, role, requestId }: Actor) => ({ id, name, role, requestId });

/** @throws ApiError (413), (422) for a file that cannot be read, (429) */
export async function startMove(deps: Deps, upload: { name: string; body: unknown }, by: By): Promise<Move> {
  const { db, uploads } = deps;
  await consume(db, uploadsOf(by.actor.id), by.now);
  return withFolder(uploads, async (folder) => {
    const path = join(folder, "0.csv");
    const bytes = await receiveFile(upload.body, path, MAX_MOVE_BYTES);
    const files = [{ name: upload.name, path }];
    const { previews, names, ...preview } = await readPreview(deps, { files, before: null }, by);
    return db.transaction(async (trx) => {
      await trx.delete(productMove).where(lt(productMove.createdAt, sql`now() - ${RETENTION_DAYS} * interval '1 day'`));
      const [created] = await trx
        .insert(productMove)
        .values({ fileNames: [upload.name], bytes, ...preview, actor: actorOf(by.actor), createdAt: by.now })
        .returning({ id: productMove.id });
      if (!created) throw new Error("the move was not stored");
      for (const file of files) await storeMoveFile(trx, created.id, file);
      await savePeopleFiles(trx, created.id, { previews, names }, by.actor);
      const after = { file: upload.name, bytes };
      await recordAudit(trx, by.actor, { action: "move.started", subject: subjectOf(created.id), after }, by.now);
      return readMove(trx, created.id);
    });
  });
}

/** @throws ApiError (404), (409) for too many files, (413), (422), (429) */
export async function addMoveFile(
  deps: Deps,
  id: number,
  upload: { name: string; body: unknown },
  by: By,
): Promise<Move> {
  const { db, uploads } = deps;
  await consume(db, uploadsOf(by.actor.id), by.now);
  const row = await findMove(db, id);
  return withFolder(uploads, async (folder) => {
    const path = join(folder, "added.csv");
    const sizes = await readFileSizes(db, id);
    sizes.delete(upload.name);
    const used = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
    const others = await restore(db, row, folder, { sizes });
    const bytes = await receiveFile(upload.body, path, MAX_MOVE_BYTES - used);
    const fileNames = [...row.fileNames.filter((name) => name !== upload.name), upload.name];
    if (fileNames.length > MAX_MOVE_FILES)
      throw ApiError.ofField("file", `A move may have ${MAX_MOVE_FILES} files.`, "conflict");
    const files = [...others, { name: upload.name, path }];
    const { previews, names, ...preview } = await readPreview(deps, { files, before: row }, by);
    return db.transaction(async (trx) => {
      requireVersion(await findMove(trx, id, true), row.version);
      await savePeopleFiles(trx, id, { previews, names }, by.actor);
      await storeMoveFile(trx, id, { name: upload.name, path });
      await trx
        .update(productMove)
        .set({ ...preview, fileNames, bytes: used + bytes, version: row.version + 1 })
        .where(eq(productMove.id, id));
      const after = { file: upload.name, bytes };
      await recordAudit(trx, by.actor, { action: "move.file_added", subject: subjectOf(id), after }, by.now);
      return readMove(trx, id);
    });
  });
}

/** @throws ApiError (409) if somebody has changed a move since this version was seen, or its files were read */
function requireVersion(move: MoveRow, version: number): void {
  if (move.version !== version)
    throw new ApiError("conflict", "Somebody has changed this move meanwhile. Nothing that you have typed is lost.");
}

type SomeDecisions = { [Name in keyof MoveDecisions]?: MoveDecisions[Name] | undefined };

/**
 * Stores decisions about a move that the caller has seen in this version, and reads the files by them.
 * @param decided those that change
 * @throws ApiError (404), (409) if it was changed meanwhile, (422)
 */
export async function decideMove(
  deps: Deps,
  id: number,
  { version, ...decided }: SomeDecisions & { version: number },
  by: By,
): Promise<Move> {
  const { db, uploads } = deps;
  const row = await findMove(db, id);
  requireVersion(row, version);
  const words = new Map([...row.decisions.words, ...(decided.words ?? [])].map((word) => [word.word, word]));
  const given = Object.fromEntries(Object.entries(decided).filter(([, value]) => value !== undefined));
  const decisions: MoveDecisions = { ...row.decisions, ...given, words: [...words.values()] };
  return withFolder(uploads, async (folder) => {
    const files = await restore(db, row, folder, { sizes: await readFileSizes(db, id) });
    const { previews, names, ...preview } = await readPreview(deps, { files, before: { ...row, decisions } }, by);
    return db.transaction(async (trx) => {
      requireVersion(await findMove(trx, id, true), version);
      await savePeopleFiles(trx, id, { previews, names }, by.actor);
      await trx
        .update(productMove)
        .set({ ...preview, version: version + 1 })
        .where(eq(productMove.id, id));
      const after = { file: row.fileNames.join(", ") };
      await recordAudit(trx, by.actor, { action: "move.decided", subject: subjectOf(id), after }, by.now);
      return readMove(trx, id);
    });
  });
}

/**
 * Stages the products of a move as an import, whose comparison starts. What it has staged before and nobody has stored is discarded.
 * @throws ApiError (404), (409) while something is undecided, (403)
 */
export async function stageMove(deps: Deps, id: number, by: By): Promise<{ importId: string }> {
  const { db, uploads } = deps;
  const row = await findMove(db, id);
  const [open] = openDecisions(row.facts, row.decisions, await listCategories(db));
  if (open) throw new ApiError("conflict", open);
  const unreachable = row.decisions.pictures === "reachable" ? await readUnreachable(db, row.importId) : [];
  return withFolder(uploads, async (folder) => {
    const files = await restore(db, row, folder, { sizes: await readFileSizes(db, id) });
    const columns = stagedColumns(row.decisions);
    const path = join(folder, "products.csv");
    const today = isoDayInIndia(by.now);
    await readMoveAside(deps, { convertTo: path, files, decisions: row.decisions, columns, unreachable, today });
    const name = `Move: ${row.fileNames.join(", ")}`.slice(0, 200);
    if (row.importId !== null) await discard(db, row.importId, by.actor);
    const staged = await uploadImport(db, uploads, { name, body: createReadStream(path) }, by.actor);
    await compareImport(
      db,
      Number(staged._id),
      columns.map((column) => ({ heading: column, column })),
      by.actor,
    );
    await db.transaction(async (trx) => {
      await trx
        .update(productMove)
        .set({ importId: Number(staged._id) })
        .where(eq(productMove.id, id));
      const after = { file: name, import: staged._id };
      await recordAudit(trx, by.actor, { action: "move.staged", subject: subjectOf(id), after }, by.now);
    });
    return { importId: staged._id };
  });
}

/** Deletes a move; what is stored of it stays. @throws ApiError (404), (409) while customers or orders are being stored */
export const deleteMove = (db: Database, id: number, { actor, now }: By): Promise<void> =>
  db.transaction(async (trx) => {
    const row = await findMove(trx, id, true);
    await requireNoJob(trx, id);
    await trx.delete(productMove).where(eq(productMove.id, id));
    const before = { file: row.fileNames.join(", ") };
    await recordAudit(trx, actor, { action: "move.deleted", subject: subjectOf(id), before }, now);
  });

export async function listMoves(db: Database): Promise<ListedMove[]> {
  const rows = await db.select().from(productMove).orderBy(desc(productMove.id)).limit(LISTED);
  return rows.map(listed);
}

/** @throws ApiError (404) */
export async function readMove(db: DatabaseOrTransaction, id: number): Promise<Move> {
  const row = await findMove(db, id);
  const categories = await listCategories(db);
  return {
    ...listed(row),
    isStored: row.importId !== null && (await findImport(db, row.importId)).state === "stored",
    ...{ version: row.version, facts: row.facts, people: await listPeople(db, id), decisions: row.decisions },
    open: openDecisions(row.facts, row.decisions, categories),
    notes: row.notes.slice(0, SHOWN_NOTES),
    categories: categories.map(({ slug, name }) => ({ slug, name })),
  };
}

/** All notes of a move, as rows of a table. @throws ApiError (404) */
export async function readNotes(db: Database, id: number): Promise<string[][]> {
  const { notes } = await findMove(db, id);
  const header = ["file", "row", "column", "product", "cell", "taken", "why"];
  const taken = { product: "no", cell: "without this cell", said: "yes" };
  return [
    header,
    ...notes.map(({ file, row, column, product, cell, message, loss }) => [
      ...[file, row === null ? "" : String(row), column, product, cell, taken[loss], message],
    ]),
  ];
}

const listed = ({ id, fileNames, counts, actor, createdAt, importId }: MoveRow): ListedMove => ({
  ...{ _id: String(id), fileNames, counts, by: actor.name, at: createdAt.toISOString() },
  importId: importId === null ? null : String(importId),
});

/** Reads files, and what becomes of them. @throws ApiError (403) for files of people, (422) */
async function readPreview(
  deps: Deps,
  { files, before }: { files: MoveFile[]; before: Pick<MoveRow, "facts" | "decisions"> | null },
  { actor, now }: By,
): Promise<MovePreview> {
  const known = before && { facts: before.facts, decisions: before.decisions };
  const preview = await readMoveAside(deps, { files, before: known, today: isoDayInIndia(now) });
  requirePeoplePermission(preview.previews, actor);
  return preview;
}

/** The addresses of pictures that an import could not get. */
async function readUnreachable(db: Database, importId: number | null): Promise<string[]> {
  if (importId === null) return [];
  const rows = await rowsOf(
    db,
    { problem: "string" },
    sql`select cell ->> 'problem' as problem from product_import_line, jsonb_array_elements(cells) as cell
      where import_id = ${importId} and kind = 'problem' and cell ->> 'column' in ('images', 'size_image')`,
  );
  return rows.flatMap(({ problem }) => /^"(https:[^"]+)"/.exec(problem)?.[1] ?? []);
}

/** Discards what was staged before, unless it is stored or a job runs. */
async function discard(db: Database, importId: number, actor: Staff): Promise<void> {
  const { state } = await findImport(db, importId);
  if (["uploaded", "rejected", "compared", "failed"].includes(state)) await deleteImport(db, importId, actor);
}

/** @throws ApiError (404) */
async function findMove(db: DatabaseOrTransaction, id: number, isLocked = false): Promise<MoveRow> {
  const query = db.select().from(productMove).where(eq(productMove.id, id));
  const [row] = await (isLocked ? query.for("update") : query);
  if (!row) throw new ApiError("not_found", "There is no such move. It may have been deleted.");
  return row;
}

/** Writes the stored files of a move to the disk. @param but the name of a file that is replaced */
async function restore(
  db: Database,
  { id, fileNames }: MoveRow,
  folder: string,
  { sizes, but }: { sizes: ReadonlyMap<string, number>; but?: string },
): Promise<MoveFile[]> {
  const stored = fileNames.filter((name) => name !== but && sizes.has(name));
  const files = stored.map((name, at) => ({ name, path: join(folder, `${at}.csv`) }));
  for (const { name, path } of files) await restoreMoveFile(db, { moveId: id, fileName: name }, path);
  return files;
}
