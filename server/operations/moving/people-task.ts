/** The job that stores the people of a file, or undoes it. */

import { join } from "node:path";
import { eq } from "drizzle-orm";
import { findErased } from "../../people/accounts/erased-emails.ts";
import { deleteMovedAccounts, joinByEmail, storeMovedPeople } from "../../people/accounts/moved-accounts.ts";
import { subscribeMoved, unsubscribeMoved } from "../../people/newsletter/moved-subscribers.ts";
import { deleteOldOrders, storeOldOrders } from "../../people/old-orders/old-orders.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { movedPeopleFile, productMove } from "../../platform/database/schema.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { withFolder } from "../../shop/catalogue/import/import-files.ts";
import { restoreMoveFile } from "./move-files.ts";
import {
  auditOf,
  BATCH,
  deletePeopleFile,
  findRefused,
  type PeopleFileRow,
  type ReadRow,
  readCustomerRows,
} from "./people-files.ts";
import { type ReadOrder, readOrders } from "./read-orders.ts";

interface Deps {
  db: Database;
  /** The folder for uploads. */
  uploads: string;
  codeSecret: string;
}

const MAX_ATTEMPTS = 5;

/** Ends a job between two transactions, because a member has stopped it. */
class Stopped extends Error {}
/** Ends a job between two transactions, because the server stops; it goes on elsewhere. */
class ServerStops extends Error {}
/** Ends a job whose work another has done. */
class TakenOver extends Error {}

export function movePeopleTask(deps: Deps): Task<{ fileId: number }> {
  const { db } = deps;
  return {
    concurrency: 1,
    maxAttempts: MAX_ATTEMPTS,
    async run({ fileId }, { attempts, stopping }) {
      const [row] = await db.select().from(movedPeopleFile).where(eq(movedPeopleFile.id, fileId));
      if (!row) return null;
      try {
        if (row.state === "storing") await store(deps, row, stopping);
        else if (row.state === "undoing") await undo(deps, row, stopping);
      } catch (error) {
        if (error instanceof ServerStops) return new Date();
        if (error instanceof TakenOver) return null;
        const hasStopped = error instanceof Stopped;
        if (hasStopped || attempts >= MAX_ATTEMPTS)
          await stop(db, row, hasStopped ? "Stopped" : "Something went wrong on our side");
        if (!hasStopped) throw error;
      }
      return null;
    },
  };
}

const STOPPED = "What is stored stays. Go on to store the others, or undo what is stored.";
const STOPPED_UNDO = "A part is undone. Undo again to go on.";

async function stop(db: Database, row: PeopleFileRow, why: string): Promise<void> {
  await db.transaction(async (trx) => {
    const now = await lock(trx, row);
    const message = `${why}. ${row.state === "storing" ? STOPPED : STOPPED_UNDO}`;
    await set(trx, now, { state: "stopped", stopRequested: false, message });
  });
}

const set = (trx: DatabaseOrTransaction, { id }: PeopleFileRow, values: Partial<PeopleFileRow>) =>
  trx.update(movedPeopleFile).set(values).where(eq(movedPeopleFile.id, id));

/** Locks the file for one step. @throws TakenOver if it is no longer in the state in which the job began */
async function lock(trx: DatabaseOrTransaction, { id, state }: PeopleFileRow): Promise<PeopleFileRow> {
  const [row] = await trx.select().from(movedPeopleFile).where(eq(movedPeopleFile.id, id)).for("update");
  if (row?.state !== state) throw new TakenOver();
  return row;
}

/** Runs one step in a transaction with the progress that it makes. */
const step = (
  db: Database,
  file: PeopleFileRow,
  stopping: AbortSignal,
  work: (trx: DatabaseOrTransaction, row: PeopleFileRow) => Promise<Partial<PeopleFileRow> | null>,
): Promise<void> =>
  db.transaction(async (trx) => {
    const row = await lock(trx, file);
    if (row.stopRequested) throw new Stopped();
    if (stopping.aborted) throw new ServerStops();
    const done = await work(trx, row);
    if (done) await set(trx, row, done);
  });

async function store({ db, uploads, codeSecret }: Deps, file: PeopleFileRow, stopping: AbortSignal): Promise<void> {
  const [move] = await db.select().from(productMove).where(eq(productMove.id, file.moveId));
  if (!move) return;
  const byHand = Object.fromEntries(move.decisions.columns.map(({ heading, field }) => [heading, field]));
  await withFolder(uploads, async (folder) => {
    const path = join(folder, "people.csv");
    await restoreMoveFile(db, file, path);
    const source = { name: file.fileName, path };
    const write = <Read>(rows: readonly Read[], work: StoreRows<Read>) =>
      step(db, file, stopping, (trx, row) => work(trx, row, rows, codeSecret));
    if (file.kind === "orders")
      for await (const some of inBatches(readOrders(source), file.rowsDone)) await write(some, storeOrders);
    else
      for await (const some of inBatches(readCustomerRows(source, byHand), file.rowsDone)) await write(some, storeRows);
  });
  await db.transaction(async (trx) => {
    const row = await lock(trx, file);
    await deletePeopleFile(trx, row);
    await set(trx, row, { state: "stored", stopRequested: false, rowsDone: row.counts.rows });
    const { added, changed, subscribed } = row.counts;
    await recordAudit(trx, row.actor, auditOf(row, "move.people_stored", { added, changed, subscribed }), new Date());
  });
}

type StoreRows<Read> = (
  trx: DatabaseOrTransaction,
  row: PeopleFileRow,
  read: readonly Read[],
  codeSecret: string,
) => Promise<Partial<PeopleFileRow>>;

/** What is read of a file in steps, without what is stored already. */
async function* inBatches<Read extends { rows: number }>(
  all: AsyncIterable<Read>,
  done: number,
): AsyncGenerator<readonly Read[]> {
  let batch: Read[] = [];
  for await (const read of all) {
    if (read.rows <= done) continue;
    batch.push(read);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Stores some orders, unless another process has. */
async function storeOrders(
  trx: DatabaseOrTransaction,
  { id, counts, rowsDone }: PeopleFileRow,
  read: readonly ReadOrder[],
  codeSecret: string,
): Promise<Partial<PeopleFileRow>> {
  const orders = read.flatMap(({ order, rows }) => (order && rows > rowsDone ? [order] : []));
  const erased = await findErased(trx, [...new Set(orders.map(({ email }) => email))], codeSecret);
  const { added, changed } = await storeOldOrders(
    trx,
    orders.filter(({ email }) => !erased.has(email)),
    id,
  );
  return {
    rowsDone: Math.max(rowsDone, read.at(-1)?.rows ?? 0),
    counts: { ...counts, added: counts.added + added, changed: counts.changed + changed },
  };
}

/** Stores some rows, unless another process has. */
async function storeRows(
  trx: DatabaseOrTransaction,
  { id, counts, rowsDone, consent, storedAt }: PeopleFileRow,
  read: readonly ReadRow[],
  codeSecret: string,
): Promise<Partial<PeopleFileRow>> {
  const now = storedAt ?? new Date();
  const people = read.flatMap(({ person, rows }) => (person && rows > rowsDone ? [person] : []));
  const emails = people.map(({ email }) => email);
  const refused = emails.length > 0 ? await findRefused(trx, emails, codeSecret) : new Map();
  const taken = joinByEmail(people.filter(({ email }) => !refused.has(email)));
  const { added, changed } = await storeMovedPeople(trx, taken, { fileId: id, now });
  const saidYes = new Set(people.filter(({ saidYes }) => saidYes).map(({ email }) => email));
  const subscribed = consent
    ? await subscribeMoved(
        trx,
        taken.flatMap(({ email }) => (saidYes.has(email) ? [email] : [])),
        { ...consent, at: now },
      )
    : 0;
  return {
    rowsDone: Math.max(rowsDone, read.at(-1)?.rows ?? 0),
    counts: {
      ...counts,
      added: counts.added + added,
      changed: counts.changed + changed,
      subscribed: counts.subscribed + subscribed,
    },
  };
}

async function undo({ db }: Deps, file: PeopleFileRow, stopping: AbortSignal): Promise<void> {
  for (let deleted = 1; deleted > 0; )
    await step(db, file, stopping, async (trx, { id, counts }) => {
      deleted = await deleteOldOrders(trx, { fileId: id, max: BATCH });
      return { counts: { ...counts, deleted: counts.deleted + deleted } };
    });
  for (let after: number | null = 0; after !== null; ) {
    const from: number = after;
    await step(db, file, stopping, async (trx, { id, counts }) => {
      const { last, deleted } = await deleteMovedAccounts(trx, { fileId: id, after: from, max: BATCH });
      after = last;
      return { counts: { ...counts, deleted: counts.deleted + deleted } };
    });
  }
  const { consent, storedAt } = file;
  if (consent && storedAt)
    for (let after: number | null = 0; after !== null; ) {
      const from: number = after;
      await step(db, file, stopping, async (trx) => {
        after = await unsubscribeMoved(trx, { at: storedAt, place: consent.place }, { after: from, max: BATCH });
        return null;
      });
    }
  await db.transaction(async (trx) => {
    const row = await lock(trx, file);
    await set(trx, row, { state: "undone", stopRequested: false });
    const { added, deleted } = row.counts;
    const kept = added - deleted;
    const message =
      row.kind === "customers" && kept > 0
        ? `${kept.toLocaleString("en-IN")} ${kept === 1 ? "account stays, because its owner has" : "accounts stay, because their owners have"} used ${kept === 1 ? "it" : "them"} since.`
        : "";
    await set(trx, row, { message });
    await recordAudit(trx, row.actor, auditOf(row, "move.people_undone", { deleted }), new Date());
  });
}
