/**
 * The pictures of a product file in the back office: uploaded for it, or at the addresses that it names. The job stores those that the file
 * names in the media library before it compares; what an earlier run has stored or fetched is there already.
 */

import { setImmediate } from "node:timers/promises";
import { and, eq, gt, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { MAX_IMPORT_PICTURES } from "../../../../contract/admin/imports.ts";
import { ApiError } from "../../../base/errors.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { rowsOf } from "../../../platform/database/rows.ts";
import { fetchedPicture, productImport, productImportPicture } from "../../../platform/database/schema.ts";
import { MAX_PICTURE_BYTES, NOT_A_PICTURE } from "../../../platform/media/inspect-picture.ts";
import type { MediaLibrary, StoredPicture } from "../../../platform/media/media-library.ts";
import { type Download, DownloadProblem } from "../../../platform/outgoing/download.ts";
import { remakeShopPicture } from "../editing/shop-picture.ts";
import { isPictureUrl } from "./csv-cells.ts";
import { createProblems, readBatches } from "./csv-problems.ts";
import { type ColumnMapping, columnNamed } from "./csv-table.ts";
import { reportProgress } from "./import-steps.ts";
import { isZip, readArchive } from "./picture-archive.ts";
import { cleanPath, createPictureNames } from "./picture-names.ts";
import { CSV_COLUMNS, createRowReader } from "./product-columns.ts";

/** Maximum bytes of uploaded pictures that wait for their import. */
const MAX_WAITING_BYTES = 1024 * 1024 * 1024;
/** How long an address is not fetched again. */
const FETCHED_DAYS = 7;
const AT_ONCE = 4;
const AT_ONCE_BY_HOST = 2;
/** Addresses or rows in one statement. */
const BATCH = 500;

/** Whether `name` is that of an uploaded picture; the others are addresses. */
const isUploaded = sql`${productImportPicture.name} not like 'https://%'`;

/**
 * Checks an uploaded file that is no ZIP file, as the job will.
 * @throws ApiError (413, 422) of the field `file`
 */
export async function requirePicture(
  media: MediaLibrary,
  { folder, name, content }: { folder: string; name: string; content: Uint8Array },
): Promise<void> {
  if (isZip(content)) return;
  try {
    await media.inspect(folder, name, content);
  } catch (error) {
    if (!(error instanceof ApiError) || error.statusCode >= 500) throw error;
    const code = error.code === "payload_too_large" ? error.code : undefined;
    throw ApiError.ofField("file", `“${name}”: ${error.message}`, code);
  }
}

/**
 * Stores an uploaded picture, or the pictures of a ZIP file, until the job needs them. One of the same name is replaced.
 * @returns how many pictures it was
 * @throws ApiError (409) while too many wait, (413, 422) for a ZIP file that is damaged or holds too much
 */
export async function addPictures(
  trx: DatabaseOrTransaction,
  importId: number,
  { name, content }: { name: string; content: Uint8Array },
): Promise<number> {
  if (!isZip(content)) {
    await requireRoom(trx, importId, { count: 1, bytes: content.byteLength });
    await insert(trx, importId, cleanPath(name) || "picture", content);
    return 1;
  }
  const { count, bytes, batches } = readArchive(content);
  await requireRoom(trx, importId, { count, bytes });
  for (const batch of batches) for (const one of batch) await insert(trx, importId, one.name, one.content);
  return count;
}

async function requireRoom(
  trx: DatabaseOrTransaction,
  importId: number,
  added: { count: number; bytes: number },
): Promise<void> {
  const [waiting] = await rowsOf(
    trx,
    { count: "number", bytes: "number" },
    sql`select count(*) filter (where import_id = ${importId} and ${isUploaded})::int as count,
      coalesce(sum(length(content)), 0)::float8 as bytes from product_import_picture`,
  );
  if ((waiting?.count ?? 0) + added.count > MAX_IMPORT_PICTURES)
    throw ApiError.ofField(
      "file",
      `A product file can have up to ${MAX_IMPORT_PICTURES} pictures. Please split it.`,
      "payload_too_large",
    );
  if ((waiting?.bytes ?? 0) + added.bytes > MAX_WAITING_BYTES)
    throw ApiError.ofField("file", "Too many pictures wait to be stored. Please discard some files first.", "conflict");
}

async function insert(trx: DatabaseOrTransaction, importId: number, name: string, content: Uint8Array): Promise<void> {
  await trx
    .insert(productImportPicture)
    .values({ importId, name, content })
    .onConflictDoUpdate({
      target: [productImportPicture.importId, productImportPicture.name],
      set: { content, picture: null },
    });
}

export const countPictures = (db: DatabaseOrTransaction, importId: number): Promise<number> =>
  db.$count(productImportPicture, and(eq(productImportPicture.importId, importId), isUploaded));

/** The pictures that the entries of a product file mean. */
export interface StagedPictures {
  /** @returns the stored picture, or why there is none; undefined for a stored path, which needs no other */
  find(entry: string): StoredPicture | string | undefined;
  /** The stored pictures by their paths. */
  byPath: ReadonlyMap<string, StoredPicture>;
  /** How many uploaded pictures no row names, and the first of them. */
  unused: { count: number; first: string };
}

interface StageOptions {
  db: Database;
  media: MediaLibrary;
  download: Download;
  importId: number;
  file: string;
  mapping: ColumnMapping;
  /** The folder of the media library for pictures. */
  folder: string;
  stopping: AbortSignal;
}

/** Something to do before the comparison. @returns the picture, or why there is none */
interface Wanted {
  entry: string;
  get: () => Promise<StoredPicture | string>;
  host: string;
}

/** Stores and fetches the pictures that a file names. @throws ImportStopped, ServerStops */
export async function stagePictures(options: StageOptions): Promise<StagedPictures> {
  const { db, importId, stopping } = options;
  const uploaded = await readUploaded(db, importId);
  const names = createPictureNames([...uploaded.keys()]);
  const found = new Map<string, StoredPicture | string>();
  const used = new Set<string>();
  const wanted = new Map<string, Wanted>();
  const urls: string[] = [];
  let matched = 0;
  for (const entry of await readEntries(options)) {
    matched += 1;
    // Others are answered in between: thousands of names are compared.
    if (matched % BATCH === 0) await setImmediate();
    if (isPictureUrl(entry)) urls.push(entry);
    if (isPictureUrl(entry) || entry.startsWith("/")) continue;
    const match = names.find(entry);
    if ("problem" in match) found.set(entry, `"${entry}" ${match.problem}`);
    else used.add(match.name);
  }
  for (const name of used)
    if (!uploaded.get(name)) wanted.set(name, { entry: name, host: "", get: () => storeUploaded(options, name) });
  const fetched = await readFetched(db, urls);
  for (const url of urls)
    if (!fetched.has(url))
      wanted.set(url, { entry: url, host: new URL(url).host, get: () => fetchPicture(options, url) });

  await db
    .update(productImport)
    .set({ picturesWanted: wanted.size, picturesReady: 0 })
    .where(eq(productImport.id, importId));
  const got = await getAll([...wanted.values()], (ready) =>
    reportProgress(db, importId, 0, { stopping, picturesReady: ready }),
  );

  await noteFetched(db, importId, urls, (url) => fetched.get(url) ?? got.get(url));
  const unused = [...uploaded.keys()].filter((name) => !used.has(name));
  return {
    byPath: await readStagedPaths(db, importId),
    find(entry) {
      if (entry.startsWith("/")) return undefined;
      const problem = found.get(entry);
      if (problem !== undefined) return problem;
      if (isPictureUrl(entry)) return fetched.get(entry) ?? got.get(entry);
      const match = names.find(entry);
      if ("problem" in match) return `"${entry}" ${match.problem}`;
      return uploaded.get(match.name) ?? got.get(match.name);
    },
    unused: { count: unused.length, first: unused[0] ?? "" },
  };
}

/** The entries of a file's picture columns, each once. What is wrong with its rows, the comparison finds. */
async function readEntries({ file, mapping }: StageOptions): Promise<Set<string>> {
  const entries = new Set<string>();
  const columns = CSV_COLUMNS.filter(({ field }) => ["slug", "images", "image"].includes(field)).map(
    ({ name }) => name,
  );
  const isRead = (column: string) => columns.includes(columnNamed(column));
  const ofPictures = new Map([...mapping].map(([heading, column]) => [heading, isRead(column) ? column : ""]));
  if (![...ofPictures.values()].some((column) => column !== "" && column !== "slug")) return entries;
  const batches = readBatches(file, {
    columns: CSV_COLUMNS,
    mapping: ofPictures,
    readRow: createRowReader(),
    problems: createProblems(0),
    size: BATCH,
  });
  for await (const { rows } of batches)
    for (const { values } of rows) {
      for (const entry of values.images ?? []) entries.add(entry);
      if (values.image) entries.add(values.image);
    }
  return entries;
}

/** @returns the uploaded pictures by name; null for one that is not in the media library yet */
async function readUploaded(db: Database, importId: number): Promise<Map<string, StoredPicture | null>> {
  const rows = await db
    .select({ name: productImportPicture.name, picture: productImportPicture.picture })
    .from(productImportPicture)
    .where(and(eq(productImportPicture.importId, importId), isUploaded))
    .orderBy(productImportPicture.id);
  return new Map(rows.map(({ name, picture }) => [name, picture]));
}

async function readFetched(db: Database, urls: readonly string[]): Promise<Map<string, StoredPicture>> {
  const fetched = new Map<string, StoredPicture>();
  for (let from = 0; from < urls.length; from += BATCH)
    for (const { url, picture } of await db
      .select({ url: fetchedPicture.url, picture: fetchedPicture.picture })
      .from(fetchedPicture)
      .where(
        and(
          inArray(fetchedPicture.url, urls.slice(from, from + BATCH)),
          gt(fetchedPicture.fetchedAt, sql`now() - ${FETCHED_DAYS} * interval '1 day'`),
        ),
      ))
      fetched.set(url, picture);
  return fetched;
}

/** Notes what was fetched for this import, for `readStagedPaths`. */
async function noteFetched(
  db: Database,
  importId: number,
  urls: readonly string[],
  of: (url: string) => StoredPicture | string | undefined,
): Promise<void> {
  const rows = urls.flatMap((name) => {
    const picture = of(name);
    return typeof picture === "object" ? [{ importId, name, picture }] : [];
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await db
      .insert(productImportPicture)
      .values(rows.slice(from, from + BATCH))
      .onConflictDoUpdate({
        target: [productImportPicture.importId, productImportPicture.name],
        set: { picture: sql`excluded.picture` },
      });
}

async function storeUploaded({ db, media, importId, folder }: StageOptions, name: string) {
  const row = and(eq(productImportPicture.importId, importId), eq(productImportPicture.name, name));
  const [uploaded] = await db.select({ content: productImportPicture.content }).from(productImportPicture).where(row);
  if (!uploaded?.content) throw new Error(`the content of the uploaded picture ${name} is missing`);
  const picture = await put(media, folder, name, uploaded.content);
  if (typeof picture === "string") return `"${name}": ${picture}`;
  await db.update(productImportPicture).set({ picture, content: null }).where(row);
  return picture;
}

async function fetchPicture({ db, media, download, folder, stopping }: StageOptions, url: string) {
  let file: Awaited<ReturnType<Download>>;
  try {
    file = await download(url, { maxBytes: MAX_PICTURE_BYTES, signal: stopping });
  } catch (error) {
    if (!(error instanceof DownloadProblem)) throw error;
    return `"${url}" ${error.message}; please correct the address, upload the picture, or compare again`;
  }
  if (/^text\/html\b/i.test(file.type))
    return `"${url}" is the address of a page; please write the address of the picture itself, or upload it`;
  const picture = await put(media, folder, nameIn(url), file.content);
  if (typeof picture === "string") return `"${url}": ${picture}`;
  const values = { picture, fetchedAt: new Date() };
  await db
    .insert(fetchedPicture)
    .values({ url, ...values })
    .onConflictDoUpdate({ target: fetchedPicture.url, set: values });
  return picture;
}

/** The file's name in an address: its query is none of it. */
const nameIn = (url: string) => {
  const { pathname } = new URL(url);
  const file = pathname.slice(pathname.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(file);
  } catch {
    return file;
  }
};

/** Stores a picture as one that is uploaded on a product's page: without where and by whom it was taken. @returns it, or why it is none */
async function put(media: MediaLibrary, folder: string, name: string, content: Uint8Array) {
  try {
    const rules = { field: "file", notAPicture: NOT_A_PICTURE, maxBytes: MAX_PICTURE_BYTES };
    const made = await remakeShopPicture(Buffer.from(content), rules);
    return await media.put(folder, name.slice(name.lastIndexOf("/") + 1), made);
  } catch (error) {
    // The store may be out of reach: that passes, and says nothing about the picture.
    if (!(error instanceof ApiError) || error.statusCode >= 500) throw error;
    return error.errors?.[0]?.message ?? error.message;
  }
}

/** Gets some at once, of one host fewer. @param onReady called after each; what it throws ends all */
async function getAll(
  wanted: readonly Wanted[],
  onReady: (ready: number) => Promise<void>,
): Promise<Map<string, StoredPicture | string>> {
  const got = new Map<string, StoredPicture | string>();
  const waiting = [...wanted];
  const busy = new Map<string, number>();
  let failure: { error: unknown } | null = null;
  let wake: (() => void)[] = [];

  const next = (): Wanted | undefined => {
    const at = waiting.findIndex(({ host }) => host === "" || (busy.get(host) ?? 0) < AT_ONCE_BY_HOST);
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  const work = async () => {
    while (waiting.length > 0 && !failure) {
      const one = next();
      if (!one) {
        await new Promise<void>((resolve) => wake.push(resolve));
        continue;
      }
      busy.set(one.host, (busy.get(one.host) ?? 0) + 1);
      try {
        got.set(one.entry, await one.get());
        await onReady(got.size);
      } catch (error) {
        failure ??= { error };
      }
      busy.set(one.host, (busy.get(one.host) ?? 1) - 1);
      for (const resolve of wake) resolve();
      wake = [];
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const failed = failure as { error: unknown } | null;
  if (failed) throw failed.error;
  return got;
}

/** The stored pictures of an import by their paths, which need not be read again from the media library. */
export async function readStagedPaths(
  db: DatabaseOrTransaction,
  importId: number,
): Promise<Map<string, StoredPicture>> {
  const rows = await db
    .select({ picture: productImportPicture.picture })
    .from(productImportPicture)
    .where(and(eq(productImportPicture.importId, importId), isNotNull(productImportPicture.picture)));
  return new Map(rows.flatMap(({ picture }) => (picture ? [[picture.path, picture] as const] : [])));
}

/** Deletes what is not needed once all of an import is stored. */
export async function deletePictures(trx: DatabaseOrTransaction, importId: number): Promise<void> {
  await trx.delete(productImportPicture).where(eq(productImportPicture.importId, importId));
}

/** Deletes addresses that would be fetched again. */
export async function deleteOldFetched(trx: DatabaseOrTransaction): Promise<void> {
  await trx.delete(fetchedPicture).where(lt(fetchedPicture.fetchedAt, sql`now() - ${FETCHED_DAYS} * interval '1 day'`));
}
