import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { StartupProblem } from "../failures.ts";
import { type Database, type OpenDatabase, readTopic, type SeeStatement, SUBJECTS, type Topic } from "./database.ts";
import { MIGRATIONS } from "./migrations.ts";
import * as schema from "./schema.ts";

/** Any number, as long as every instance takes the same: it lets one instance migrate while the others wait. */
const MIGRATION_LOCK = 7_236_114;
const RECONNECT_MS = 2000;

/**
 * Opens a PostgreSQL and brings its tables up to date.
 * @throws StartupProblem when it cannot be reached, refuses the login or is too old.
 */
export async function openPostgresql(
  url: string,
  pool: { max: number },
  seeStatement?: SeeStatement,
): Promise<OpenDatabase> {
  const connections = new pg.Pool({
    connectionString: url,
    max: pool.max,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    keepAlive: true,
  });
  // A connection that breaks while idle is replaced at its next use; without a listener it would end the process.
  connections.on("error", () => {});
  try {
    await migrateOnce(url);
  } catch (error) {
    await connections.end();
    throw error;
  }
  const db = drizzle(connections, {
    schema,
    casing: "snake_case",
    logger: seeStatement ? { logQuery: seeStatement } : false,
  });
  let stopListening = async () => {};
  return {
    kind: "postgresql",
    db: db as unknown as Database,
    async onChange(hear) {
      stopListening = await listen(url, hear);
    },
    async close() {
      await stopListening();
      await connections.end();
    },
  };
}

async function migrateOnce(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  const { hostname, port } = new URL(url);
  try {
    await client.connect();
  } catch (error) {
    throw new StartupProblem(
      `The database at ${hostname}:${port || 5432} cannot be used (${reasonOf(error)}); check DATABASE_URL, and that PostgreSQL is running.`,
      { cause: error },
    );
  }
  try {
    const version = Number((await client.query("SHOW server_version_num")).rows[0].server_version_num);
    if (version < 150_000)
      throw new StartupProblem(`The database is PostgreSQL ${Math.floor(version / 10_000)}; 15 or newer is needed.`);
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(client), MIGRATIONS);
    await client.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
  } finally {
    await client.end();
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED") return "nothing answers there";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "no such host";
  return message || code || "unknown reason";
}

/** Keeps one connection that hears of changes; when it breaks it is made anew and everything counts as changed. */
async function listen(url: string, hear: (topic: Topic) => void): Promise<() => Promise<void>> {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const connect = async () => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 });
    const lost = () => {
      if (client !== fresh || stopped) return;
      client = undefined;
      timer = setTimeout(reconnect, RECONNECT_MS);
    };
    fresh.on("notification", ({ payload }) => {
      const topic = readTopic(payload);
      if (topic) hear(topic);
    });
    fresh.on("error", lost);
    fresh.on("end", lost);
    await fresh.connect();
    client = fresh;
    await fresh.query("LISTEN shop_changed");
  };
  const reconnect = () => {
    connect().then(
      () => SUBJECTS.forEach(hear),
      () => {
        if (!stopped) timer = setTimeout(reconnect, RECONNECT_MS);
      },
    );
  };

  await connect();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end();
  };
}
