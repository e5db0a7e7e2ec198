/** Files of a move with customers or orders: what they have is shown, stored on a press by a job, and undone. */

import { setImmediate } from "node:timers/promises";
import { and, asc, eq, exists, inArray, isNull, lt, notInArray, sql } from "drizzle-orm";
import {
  type ConsentProof,
  MAX_MOVE_NOTES,
  type MovedPeople,
  type MovedPeopleCounts,
  type PeopleState,
} from "../../../contract/admin/moves.ts";
import { ApiError } from "../../base/errors.ts";
import { daysAfter } from "../../base/time.ts";
import { findErased } from "../../people/accounts/erased-emails.ts";
import { findOldOrders, type MovedOrder } from "../../people/old-orders/old-orders.ts";
import { type Action, type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  customer,
  movedPeopleFile,
  productMove,
  productMovePart,
  staffMember,
} from "../../platform/database/schema.ts";
import { permissionMissing, type Staff } from "../../platform/http/staff-sessions.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import { readCsvFile } from "../../shop/catalogue/import/csv-file.ts";
import { deleteMoveFile } from "./move-files.ts";
import { type Note, noteOf } from "./moved-product.ts";
import { type MovedCustomer, readCustomer } from "./read-customers.ts";
import { type MoveFile, type ReadFiles, tableOf } from "./read-files.ts";
import { type ReadOrder, readOrders } from "./read-orders.ts";
import { fileRow } from "./read-rows.ts";
import { isMovedHeader, type Table } from "./tables.ts";

export type PeopleFileRow = typeof movedPeopleFile.$inferSelect;
type ByHand = Readonly<Record<string, string>>;

/** Customers that are looked up or stored at once. */
export const BATCH = 500;
/** Others are answered after so many rows. */
const TURN = 100;
/** Files of people that nobody has stored are deleted after this time. */
const UNSTORED_DAYS = 7;
const NOTHING: MovedPeopleCounts = {
  ...{ rows: 0, new: 0, known: 0, skipped: 0, saidYes: 0 },
  ...{ added: 0, changed: 0, subscribed: 0, deleted: 0 },
};

/** What a file of people has, before anything of it is stored. */
export interface PeoplePreview {
  fileName: string;
  kind: PeopleFileRow["kind"];
  counts: MovedPeopleCounts;
  /** The first notes. */
  notes: Note[];
  /** How many there are. */
  noted: number;
}

/** Rows of a file whose customers are taken, in its order, with how many rows have been read so far. */
export interface ReadRow {
  person: MovedCustomer | null;
  notes: readonly Note[];
  /** Rows below the headings, this one included. */
  rows: number;
  at: Note;
}

/** Reads the customers of a file, row by row. */
export async function* readCustomerRows({ name, path }: MoveFile, byHand: ByHand): AsyncGenerator<ReadRow> {
  let table: Table | undefined;
  let rows = 0;
  for await (const { row, cells } of readCsvFile(path, isMovedHeader(byHand))) {
    if (!table) {
      table = tableOf(name, cells, byHand);
      continue;
    }
    rows += 1;
    if (rows % TURN === 0) await setImmediate();
    const read = fileRow(name, table, { row, cells });
    const column = table.columns.email?.heading ?? "";
    const at = noteOf(read, { product: "", column, message: "", loss: "product" });
    yield { ...(await readCustomer(read, table)), rows, at };
  }
}

const ERASED = "this customer’s data was erased here, and stays so";

/** Why emails are not taken. */
export async function findRefused(
  db: DatabaseOrTransaction,
  emails: readonly string[],
  codeSecret: string,
): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  for (const email of await findErased(db, emails, codeSecret)) refused.set(email, ERASED);
  const staff = await db
    .select({ email: staffMember.email })
    .from(staffMember)
    .where(and(inArray(staffMember.email, [...emails]), isNull(staffMember.removedAt)));
  for (const { email } of staff) refused.set(email, "this is the mailbox of a member of staff, who is no customer");
  return refused;
}

/** Reads a file of people, and compares it with what the shop has. */
export async function previewPeople(
  db: Database,
  file: ReadFiles["people"][number],
  byHand: ByHand,
  codeSecret: string,
): Promise<PeoplePreview> {
  const preview: PeoplePreview = {
    ...{ fileName: file.name, kind: file.kind, counts: { ...NOTHING }, notes: [], noted: 0 },
  };
  if (file.kind === "orders") await previewOrders(db, file, preview, codeSecret);
  else await previewCustomers(db, file, byHand, preview, codeSecret);
  return preview;
}

function say(preview: PeoplePreview, note: Note): void {
  preview.noted += 1;
  if (preview.notes.length < MAX_MOVE_NOTES) preview.notes.push(note);
}

async function previewCustomers(
  db: Database,
  file: MoveFile,
  byHand: ByHand,
  preview: PeoplePreview,
  codeSecret: string,
): Promise<void> {
  const { counts } = preview;
  const seen = new Set<string>();
  let batch: (ReadRow & { person: MovedCustomer })[] = [];
  const compare = async () => {
    const emails = batch.map(({ person }) => person.email);
    const refused = await findRefused(db, emails, codeSecret);
    const found = await db.select({ email: customer.email }).from(customer).where(inArray(customer.email, emails));
    const known = new Set(found.map(({ email }) => email));
    for (const { person, at } of batch) {
      const why = refused.get(person.email);
      if (why) say(preview, { ...at, message: why });
      if (why) counts.skipped += 1;
      else if (seen.has(person.email))
        say(preview, { ...at, message: "this email stands in the file before; both are one customer", loss: "said" });
      else {
        counts[known.has(person.email) ? "known" : "new"] += 1;
        if (person.saidYes) counts.saidYes += 1;
      }
      seen.add(person.email);
    }
    batch = [];
  };
  for await (const row of readCustomerRows(file, byHand)) {
    counts.rows = row.rows;
    for (const note of row.notes) say(preview, note);
    if (row.person) batch.push({ ...row, person: row.person });
    else counts.skipped += 1;
    if (batch.length === BATCH) await compare();
  }
  if (batch.length > 0) await compare();
}

async function previewOrders(db: Database, file: MoveFile, preview: PeoplePreview, codeSecret: string): Promise<void> {
  const { counts } = preview;
  let batch: (ReadOrder & { order: MovedOrder })[] = [];
  const compare = async () => {
    const orders = batch.map(({ order }) => order);
    const erased = await findErased(db, [...new Set(orders.map(({ email }) => email))], codeSecret);
    const known = await findOldOrders(
      db,
      "shopify",
      orders.map(({ number }) => number),
    );
    for (const { order, at } of batch) {
      if (erased.has(order.email)) {
        say(preview, { ...at, message: ERASED });
        counts.skipped += 1;
      } else counts[known.has(order.number) ? "known" : "new"] += 1;
    }
    batch = [];
  };
  for await (const read of readOrders(file)) {
    counts.rows = read.rows;
    for (const note of read.notes) say(preview, note);
    if (read.order) batch.push({ ...read, order: read.order });
    else counts.skipped += 1;
    if (batch.length === BATCH) await compare();
  }
  if (batch.length > 0) await compare();
}

/**
 * @throws ApiError (403) if somebody who may not change customers adds or matches a file of them
 */
export function requirePeoplePermission(people: readonly unknown[], { permissions, writable }: Staff): void {
  if (people.length === 0) return;
  if (!permissions.has("edit_customers") || (writable && !writable.has("edit_customers")))
    throw permissionMissing("edit_customers");
}

/** Stores what was read of the files of a move, whose row is locked. @param names of all files of people that it has now, the stored ones too */
export async function savePeopleFiles(
  trx: DatabaseOrTransaction,
  moveId: number,
  { previews, names }: { previews: readonly PeoplePreview[]; names: readonly string[] },
  actor: Actor,
): Promise<void> {
  const ofMove = eq(movedPeopleFile.moveId, moveId);
  await requireNoJob(trx, moveId);
  await trx
    .delete(movedPeopleFile)
    .where(names.length > 0 ? and(ofMove, notInArray(movedPeopleFile.fileName, [...names])) : ofMove);
  for (const { fileName, kind, counts } of previews) {
    const read = { kind, counts, state: "read" as const, rowsDone: 0, message: "", stopRequested: false };
    await trx
      .insert(movedPeopleFile)
      .values({ moveId, fileName, ...read, actor: actorOf(actor) })
      .onConflictDoUpdate({ target: [movedPeopleFile.moveId, movedPeopleFile.fileName], set: read });
  }
}

/** Locks the files of people of a move. @throws ApiError (409) while one is being stored or undone */
export async function requireNoJob(trx: DatabaseOrTransaction, moveId: number): Promise<void> {
  const files = await trx
    .select({ fileName: movedPeopleFile.fileName, state: movedPeopleFile.state })
    .from(movedPeopleFile)
    .where(eq(movedPeopleFile.moveId, moveId))
    .orderBy(asc(movedPeopleFile.id))
    .for("update");
  const running = files.find(({ state }) => isRunning(state));
  if (running) throw atWork(running);
}

/** Reads the files of people of a move. */
export async function listPeople(db: DatabaseOrTransaction, moveId: number): Promise<MovedPeople[]> {
  const rows = await db
    .select({ row: movedPeopleFile, hasFile: hasFile(db) })
    .from(movedPeopleFile)
    .where(eq(movedPeopleFile.moveId, moveId))
    .orderBy(asc(movedPeopleFile.id));
  return rows.map(({ row, hasFile: has }) => toPeople(row, has));
}

const hasFile = (db: DatabaseOrTransaction) =>
  sql<boolean>`${exists(
    db
      .select({ one: sql`1` })
      .from(productMovePart)
      .where(
        and(
          eq(productMovePart.moveId, movedPeopleFile.moveId),
          eq(productMovePart.fileName, movedPeopleFile.fileName),
          eq(productMovePart.position, 0),
        ),
      ),
  )}`;

const toPeople = (row: PeopleFileRow, has: boolean): MovedPeople => ({
  ...{ _id: String(row.id), fileName: row.fileName, kind: row.kind, state: row.state, counts: row.counts },
  progress: row.counts.rows === 0 ? 100 : Math.floor((100 * row.rowsDone) / row.counts.rows),
  ...{ message: row.message, hasFile: has },
});

interface By {
  actor: Staff;
  now: Date;
}
export interface PeopleFileId {
  moveId: number;
  fileId: number;
}

/**
 * Starts storing a file, or goes on with it. Asked again while it runs, it changes nothing.
 * @throws ApiError (404), (409) if there is nothing left to store
 */
export const storePeople = (
  db: Database,
  id: PeopleFileId,
  consent: (ConsentProof & { shopOrigin: string }) | null,
  by: By,
): Promise<MovedPeople> =>
  change(db, id, by, { busy: "storing", action: "move.people_storing" }, async (row, has) => {
    if (!has) throw new ApiError("conflict", `${row.fileName} is no longer here. Please add it again, then store it.`);
    // Going on, the first answer counts, so that the whole file has one.
    const isGoingOn = row.state === "stopped";
    return {
      storedAt: isGoingOn ? row.storedAt : by.now,
      consent: isGoingOn ? row.consent : consent,
      ...(!isGoingOn && { rowsDone: 0, counts: { ...row.counts, added: 0, changed: 0, subscribed: 0, deleted: 0 } }),
    };
  });

/** Starts undoing what a file has added. @throws ApiError (404), (409) if nothing is stored */
export const undoPeople = (db: Database, id: PeopleFileId, by: By): Promise<MovedPeople> =>
  change(db, id, by, { busy: "undoing", action: "move.people_undoing" }, async (row) => {
    if (!["stored", "stopped"].includes(row.state))
      throw new ApiError("conflict", `Nothing of ${row.fileName} is stored.`);
    return {};
  });

/** Stops the job of a file; what it has stored stays. @throws ApiError (404) */
export const stopPeople = (db: Database, id: PeopleFileId, by: By): Promise<MovedPeople> =>
  db.transaction(async (trx) => {
    const { row, has } = await lockFile(trx, id);
    if (!isRunning(row.state)) return toPeople(row, has);
    await trx.update(movedPeopleFile).set({ stopRequested: true }).where(eq(movedPeopleFile.id, row.id));
    await recordAudit(trx, by.actor, auditOf(row, "move.people_stopped"), by.now);
    return toPeople(row, has);
  });

const atWork = ({ fileName, state }: Pick<PeopleFileRow, "fileName" | "state">) =>
  new ApiError(
    "conflict",
    `${fileName} is being ${state === "storing" ? "stored" : "undone"}. Please wait until it is, or stop it first.`,
  );

const isRunning = (state: PeopleState) => state === "storing" || state === "undoing";

async function change(
  db: Database,
  id: PeopleFileId,
  { actor, now }: By,
  { busy, action }: { busy: "storing" | "undoing"; action: Action["action"] },
  next: (row: PeopleFileRow, hasFile: boolean) => Promise<Partial<PeopleFileRow>>,
): Promise<MovedPeople> {
  return db.transaction(async (trx) => {
    const { row, has } = await lockFile(trx, id);
    if (row.state === busy) return toPeople(row, has);
    if (isRunning(row.state)) throw atWork(row);
    const values = await next(row, has);
    const [changed] = await trx
      .update(movedPeopleFile)
      .set({ ...values, state: busy, stopRequested: false, message: "", actor: actorOf(actor) })
      .where(eq(movedPeopleFile.id, row.id))
      .returning();
    await addJob(trx, "move_people", { fileId: row.id }, { key: `move_people ${row.id}` });
    await recordAudit(trx, actor, auditOf(row, action), now);
    return toPeople(changed ?? row, has);
  });
}

async function lockFile(
  trx: DatabaseOrTransaction,
  { moveId, fileId }: PeopleFileId,
): Promise<{ row: PeopleFileRow; has: boolean }> {
  const [row] = await trx
    .select()
    .from(movedPeopleFile)
    .where(and(eq(movedPeopleFile.id, fileId), eq(movedPeopleFile.moveId, moveId)))
    .for("update");
  if (!row) throw new ApiError("not_found", "There is no such file. Its move may have been deleted.");
  const [found] = await trx
    .select({ has: hasFile(trx) })
    .from(movedPeopleFile)
    .where(eq(movedPeopleFile.id, fileId));
  return { row, has: found?.has === true };
}

/** The entry of the audit log about a file of a move. */
export const auditOf = (
  { moveId, fileName }: PeopleFileRow,
  action: Action["action"],
  numbers: object = {},
): Action => ({
  ...{ action, subject: { type: "move", id: String(moveId) } },
  after: { file: fileName, ...numbers },
});

const actorOf = ({ id, name, role, requestId }: Actor) => ({ id, name, role, requestId });

/** Deletes a file of people whose customers are all stored, and the first cells of its columns. */
export async function deletePeopleFile(
  trx: DatabaseOrTransaction,
  { moveId, fileName }: Pick<PeopleFileRow, "moveId" | "fileName">,
): Promise<void> {
  await deleteMoveFile(trx, { moveId, fileName });
  const [move] = await trx.select().from(productMove).where(eq(productMove.id, moveId)).for("update");
  if (!move) return;
  const unknown = move.facts.unknown.map(({ heading }) => ({ heading, samples: [] }));
  await trx
    .update(productMove)
    // A request that reads the files at this moment would store the first cells again.
    .set({ facts: { ...move.facts, unknown }, version: move.version + 1 })
    .where(eq(productMove.id, moveId));
}

/** Deletes files of people that nobody has stored. */
export async function deleteUnstoredPeople(db: Database, now: Date): Promise<void> {
  const old = await db
    .select({ moveId: movedPeopleFile.moveId, fileName: movedPeopleFile.fileName })
    .from(movedPeopleFile)
    .innerJoin(productMove, eq(productMove.id, movedPeopleFile.moveId))
    .where(
      and(
        lt(productMove.createdAt, daysAfter(now, -UNSTORED_DAYS)),
        notInArray(movedPeopleFile.state, ["storing", "undoing"]),
        hasFile(db),
      ),
    );
  for (const file of old) await db.transaction((trx) => deletePeopleFile(trx, file));
}
