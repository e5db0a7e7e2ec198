import type { Logger } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Database, OpenDatabase, OpenOptions } from "./database.ts";
import { REQUEST_LIMITS } from "./limits.ts";
import { listenForChanges } from "./listener.ts";
import { asUnavailable, checkPooler, migratePostgresql } from "./prepare-postgresql.ts";
import * as schema from "./schema.ts";
import { createSockets } from "./sockets.ts";
import { createTransaction } from "./transactions.ts";

/** How long a request waits for a connection: for one to be made, or, in a rush, for one to become free. */
const CONNECT_MS = 10_000;
const CLOSE_MS = 3000;
/** How long a connection is idle until the operating system asks whether the other side is still there. */
const KEEPALIVE_MS = 10_000;

interface DatabaseUrls {
  /** For requests; may be that of a transaction pooler. */
  url: string;
  /** Of PostgreSQL itself, for migrations and LISTEN; empty when `url` is that. */
  directUrl: string;
}

/**
 * Opens a PostgreSQL and brings its tables up to date.
 * @throws DatabaseUnavailable when it cannot be reached now, StartupError when it refuses the login, is too old, or stands behind an
 * unfit pooler
 */
export async function openPostgresql(
  { url, directUrl }: DatabaseUrls,
  pool: { max: number },
  { seeStatement, unlimited }: OpenOptions = {},
): Promise<OpenDatabase> {
  const direct = [directUrl || url, directUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL"] as const;
  await migratePostgresql(...direct);
  if (directUrl) await checkPooler(url);

  const limits = unlimited ? null : REQUEST_LIMITS;
  const sockets = createSockets();
  const connections = new pg.Pool({
    connectionString: url,
    stream: sockets.create,
    max: pool.max,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    ...(limits && { query_timeout: limits.responseTimeoutMs }),
    // Not a start parameter, which poolers refuse. Behind one it would stay with the pooler's connection, for whoever has it next.
    ...(limits &&
      !directUrl && { onConnect: (client) => client.query(`set statement_timeout = ${limits.statementMs}`) }),
  });
  // A connection that breaks while idle is replaced at its next use; the listeners keep the error from ending the process.
  connections.on("error", () => {});
  connections.on("connect", (client) => client.on("error", () => {}));

  const logger: Logger | undefined = seeStatement && { logQuery: seeStatement };
  const db = drizzle(connections, { schema, casing: "snake_case", logger: logger ?? false }) as unknown as Database;
  db.transaction = createTransaction(connections, { logger, limits });
  let stopListening = () => {};
  return {
    kind: "postgresql",
    db,
    async onChange(subscribe) {
      try {
        stopListening = await listenForChanges({ url: direct[0], connections, sockets, subscribe });
      } catch (error) {
        throw asUnavailable(error, ...direct);
      }
    },
    cutOff: () => sockets.destroyAll(),
    async close() {
      stopListening();
      // What is under way ends; a statement that is never answered must not hold the end up.
      const cut = setTimeout(() => sockets.destroyAll(), CLOSE_MS);
      await connections.end();
      clearTimeout(cut);
      sockets.release();
    },
  };
}
