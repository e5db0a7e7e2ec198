import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { OperatorError } from "../errors.ts";
import { runMigrations } from "./migrations.ts";
import { statementName } from "./prepared.ts";
import { DatabaseUnavailable, isTransient } from "./unavailable.ts";

/** Migrates and checks a PostgreSQL before the shop opens on it. */

type DatabaseUrlSetting = "DATABASE_URL" | "DATABASE_DIRECT_URL";

const CONNECT_MS = 5000;
/** The oldest PostgreSQL that the shop runs on, as `server_version_num`. */
const OLDEST_VERSION = 150_000;
/** How long a migration waits for another instance's, or for a table in use. */
const MIGRATION_LOCK_MS = 10_000;

/**
 * Brings the tables up to date.
 * @throws DatabaseUnavailable, OperatorError
 */
export async function migratePostgresql(url: string, setting: DatabaseUrlSetting): Promise<void> {
  const client = await connect(url, setting);
  try {
    const version = Number((await client.query("show server_version_num")).rows[0].server_version_num);
    if (version < OLDEST_VERSION)
      throw new OperatorError(`The database is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
    await drizzle(client).transaction(async (trx) => {
      await trx.execute(sql.raw(`set local lock_timeout = ${MIGRATION_LOCK_MS}`));
      await runMigrations(trx);
    });
  } catch (error) {
    throw asUnavailable(error, url, setting);
  } finally {
    await client.end();
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
    case "55P03":
      return "another instance is bringing its tables up to date, or they are in use";
    default:
      return message || code || "unknown reason";
  }
}
