/** Migrates and checks a PostgreSQL before the shop opens on it. */

import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { OperatorError } from "../../base/errors.ts";
import type { Database, MigrateOptions } from "./database.ts";
import { findPending, type Pending, readRelease, runMigrations } from "./migrate/run-migrations.ts";
import { statementName } from "./prepared.ts";
import { tryLockMigrations } from "./single-node.ts";
import { DatabaseUnavailable, isTransient } from "./unavailable.ts";

/** The setting that names the database; with DATA_DIR it is the shop's own. */
type DatabaseSetting = "DATABASE_URL" | "DATABASE_DIRECT_URL" | "DATA_DIR";

const CONNECT_MS = 5000;
/** The oldest PostgreSQL that the shop runs on, as `server_version_num`. */
const OLDEST_VERSION = 150_000;
/** How long a start waits for another instance's migrations before it says so. */
const MIGRATION_LOCK_MS = 10_000;
const LOCK_POLL_MS = 200;
/** PostgreSQL's code for a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = "55P03";

/** How to make a database with the encoding and locale that the shop needs, and what moves there. */
const REMEDY =
  ": make another one (createdb --owner=shop --encoding=UTF8 --locale=C --lc-ctype=C.UTF-8 --template=template0 NAME), move the shop there by npm run backup and npm run restore if it has one, and set DATABASE_URL to it.";

const BLIND = `The search of this database sees no letters beyond English ones, because of its LC_CTYPE${REMEDY}`;

/**
 * Checks the version of PostgreSQL, encoding and locale, and the version of the tables, and applies pending migrations if `migrate` is given.
 * @throws DatabaseUnavailable, also for pending migrations without `migrate`; OperatorError
 */
export async function preparePostgresql(
  url: string,
  setting: DatabaseSetting,
  migrate: MigrateOptions | undefined,
): Promise<void> {
  const client = await connect(url, setting);
  try {
    await requireSuitable(client, url, setting);
    const db = drizzle(client) as unknown as Database;
    const release = readRelease();
    const pending = await findPending(db, release);
    if (pending && !migrate) throw new DatabaseUnavailable(lacking(pending));
    // The shop's own may be empty again after a power failure in its first seconds.
    if (setting === "DATA_DIR") await client.query("set synchronous_commit = off");
    if (pending && migrate) await whileLocked(url, setting, migrate, () => runMigrations(db, { ...migrate, release }));
    const { rows } = await client.query("select cardinality(show_trgm('चन्दन')) > 0 as seen");
    if (!rows[0].seen) throw new OperatorError(BLIND);
  } catch (error) {
    throw asUnavailable(error, url, setting);
  } finally {
    await client.end();
  }
}

/** Checks version, encoding and locale of a database, which may be empty. @throws OperatorError, DatabaseUnavailable */
export async function requireSuitable(client: pg.Client, url: string, setting: DatabaseSetting): Promise<void> {
  const { rows } = await client.query(`
    select current_setting('server_version_num')::int as version, pg_is_in_recovery() as standby,
      pg_encoding_to_char(encoding) as encoding, datctype as ctype
    from pg_database where datname = current_database()`);
  const { version, standby, encoding, ctype } = rows[0] as Record<"encoding" | "ctype", string> & {
    version: number;
    standby: boolean;
  };
  if (version < OLDEST_VERSION)
    throw new OperatorError(`The database is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
  if (standby) throw new DatabaseUnavailable(describeFailure({ code: "25006" }, url, setting));
  if (encoding !== "UTF8") throw new OperatorError(`The database is ${encoding}, not UTF8${REMEDY}`);
  // Asked before migrating; afterwards, search itself says whether it sees letters.
  if (["C", "POSIX"].includes(ctype)) throw new OperatorError(BLIND);
}

function lacking({ migrations, functions }: Pending): string {
  const names = [...migrations.map(({ tag }) => tag), ...functions.map(({ name }) => `functions/${name}`)];
  return `The database lacks ${names.join(", ")}: run npm run migrate with this release, or set MIGRATE_AT_START=true.`;
}

/**
 * Holds the migration lock while `work` runs, by a transaction of its own: a session's lock would outlive it behind a pooler.
 */
async function whileLocked(
  url: string,
  setting: DatabaseSetting,
  { waitMs = MIGRATION_LOCK_MS }: MigrateOptions,
  work: () => Promise<void>,
): Promise<void> {
  const holder = await connect(url, setting);
  try {
    const deadline = performance.now() + waitMs;
    while (!(await beginLocked(holder))) {
      if (performance.now() >= deadline)
        throw Object.assign(new Error("another instance migrates"), { code: LOCK_NOT_AVAILABLE });
      await pause(LOCK_POLL_MS);
    }
    await work();
    await holder.query("commit");
  } finally {
    await holder.end();
  }
}

/**
 * Begins a transaction that holds the migration lock, unless another instance has it. Each attempt has its own transaction: a concurrent index
 * of that instance waits until a transaction ends that had a snapshot when it looked.
 */
async function beginLocked(holder: pg.Client): Promise<boolean> {
  await holder.query("begin");
  await holder.query("set local idle_in_transaction_session_timeout = 0");
  await holder.query("set local statement_timeout = 0");
  const isLocked = await tryLockMigrations(holder);
  if (!isLocked) await holder.query("rollback");
  return isLocked;
}

/**
 * Tests whether a transaction pooler supports prepared statements: one that does not confuses statements of the same name in several
 * sessions.
 * @throws DatabaseUnavailable, OperatorError when it does not
 */
export async function checkPooler(url: string): Promise<void> {
  const text = "select 1 as pooled";
  const clients: pg.Client[] = [];
  try {
    for (let count = 0; count < 3; count++) {
      const client = await connect(url, "DATABASE_URL");
      clients.push(client);
      await client.query({ name: statementName("pooler", text), text });
    }
  } catch (error) {
    if (["26000", "42P05"].includes(String((error as pg.DatabaseError).code)))
      throw new OperatorError(
        "The pooler at DATABASE_URL does not keep prepared statements apart; take pgbouncer 1.21 or newer with max_prepared_statements above 0, or let DATABASE_URL lead to PostgreSQL itself.",
        { cause: error },
      );
    throw asUnavailable(error, url, "DATABASE_URL");
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

async function connect(url: string, setting: DatabaseSetting): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true });
  // An error between two statements makes the next one fail.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    void client.end();
    const unavailable = asUnavailable(error, url, setting);
    if (unavailable instanceof OperatorError) throw unavailable;
    throw new OperatorError(describeFailure(error, url, setting), { cause: error });
  }
}

/** Converts an error of opening the database to `DatabaseUnavailable` if trying again may help. */
export function asUnavailable(error: unknown, url: string, setting: DatabaseSetting): unknown {
  const reason = (error as Error).cause ?? error;
  if (error instanceof OperatorError || !isTransient(reason)) return error;
  return new DatabaseUnavailable(describeFailure(reason, url, setting), { cause: error });
}

/** Host and port of a database, or its socket's folder, as the client reads the URL: it may have no host. */
export function hostOf(url: string): string {
  const { host, port } = new pg.Client({ connectionString: url });
  return host.startsWith("/") ? host : `${host}:${port}`;
}

function describeFailure(error: unknown, url: string, setting: DatabaseSetting): string {
  if (setting === "DATA_DIR") return `The shop’s own PostgreSQL cannot be used (${reasonOf(error)}).`;
  return `The database at ${hostOf(url)} cannot be used (${reasonOf(error)}); check ${setting}, and that PostgreSQL is running.`;
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ECONNREFUSED":
      return "connection refused";
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return "no such host";
    case "25006":
      return "it is a standby, which can only be read";
    case LOCK_NOT_AVAILABLE:
      return "another instance is bringing its tables up to date, or they are in use";
    default:
      return message || code || "unknown reason";
  }
}
