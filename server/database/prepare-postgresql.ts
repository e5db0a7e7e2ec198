/** Migrates and checks a PostgreSQL before the shop opens on it. */

import { setTimeout as pause } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { OperatorError } from "../errors.ts";
import type { Database, MigrateOptions } from "./database.ts";
import { findPending, type Pending, readRelease, runMigrations } from "./migrate/run-migrations.ts";
import { statementName } from "./prepared.ts";
import { tryLockMigrations } from "./single-node.ts";
import { DatabaseUnavailable, isTransient } from "./unavailable.ts";

type DatabaseUrlSetting = "DATABASE_URL" | "DATABASE_DIRECT_URL";

const CONNECT_MS = 5000;
/** The oldest PostgreSQL that the shop runs on, as `server_version_num`. */
const OLDEST_VERSION = 150_000;
/** How long a start waits for another instance's migrations before it says so. */
const MIGRATION_LOCK_MS = 10_000;
const LOCK_POLL_MS = 200;
/** PostgreSQL's code for a lock that was not free in time. */
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Checks the version of PostgreSQL and of the tables, and applies pending migrations if `migrate` is given.
 * @throws DatabaseUnavailable, also for pending migrations without `migrate`; OperatorError
 */
export async function preparePostgresql(
  url: string,
  setting: DatabaseUrlSetting,
  migrate: MigrateOptions | undefined,
): Promise<void> {
  const client = await connect(url, setting);
  try {
    const { rows } = await client.query(
      "select current_setting('server_version_num')::int as version, pg_is_in_recovery() as standby",
    );
    const { version, standby } = rows[0] as { version: number; standby: boolean };
    if (version < OLDEST_VERSION)
      throw new OperatorError(`The database is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
    if (standby) throw new DatabaseUnavailable(describeFailure({ code: "25006" }, url, setting));
    const db = drizzle(client) as unknown as Database;
    const release = readRelease();
    const pending = await findPending(db, release);
    if (pending && !migrate) throw new DatabaseUnavailable(lacking(pending));
    if (pending && migrate) await whileLocked(url, setting, migrate, () => runMigrations(db, { ...migrate, release }));
  } catch (error) {
    throw asUnavailable(error, url, setting);
  } finally {
    await client.end();
  }
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
  setting: DatabaseUrlSetting,
  { waitMs = MIGRATION_LOCK_MS }: MigrateOptions,
  work: () => Promise<void>,
): Promise<void> {
  const holder = await connect(url, setting);
  try {
    await holder.query("begin");
    await holder.query("set local idle_in_transaction_session_timeout = 0");
    await holder.query("set local statement_timeout = 0");
    const deadline = Date.now() + waitMs;
    while (!(await tryLockMigrations(holder))) {
      if (Date.now() >= deadline)
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

async function connect(url: string, setting: DatabaseUrlSetting): Promise<pg.Client> {
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
export function asUnavailable(error: unknown, url: string, setting: DatabaseUrlSetting): unknown {
  const reason = (error as Error).cause ?? error;
  if (error instanceof OperatorError || !isTransient(reason)) return error;
  return new DatabaseUnavailable(describeFailure(reason, url, setting), { cause: error });
}

function describeFailure(error: unknown, url: string, setting: DatabaseUrlSetting): string {
  const { hostname, port } = new URL(url);
  return `The database at ${hostname}:${port || 5432} cannot be used (${reasonOf(error)}); check ${setting}, and that PostgreSQL is running.`;
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
