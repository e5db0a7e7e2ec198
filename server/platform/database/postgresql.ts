import type { Logger } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { createChangeEvents } from "./change-events.ts";
import type { Database, OpenDatabase, OpenOptions, ReadDatabase } from "./database.ts";
import { REQUEST_LIMITS } from "./limits.ts";
import { type ChangeListener, listenForChanges } from "./listener.ts";
import { nameConnection } from "./name-connection.ts";
import { asUnavailable, checkPooler, preparePostgresql } from "./prepare-postgresql.ts";
import { createReaders } from "./readers.ts";
import { routeStatements } from "./route-statements.ts";
import * as schema from "./schema.ts";
import { CHANGES, countInstances, notify } from "./single-node.ts";
import { createSockets, type Sockets } from "./sockets.ts";
import { noteStorageTrouble } from "./storage-trouble.ts";
import { TracedClient } from "./traced-client.ts";
import { createTransaction, publishAndRetry } from "./transactions.ts";

/** How long a request waits for a connection: a new one or, under load, one that becomes free. */
const CONNECT_MS = 10_000;
const CLOSE_MS = 3000;
/** How long a connection is idle before TCP probes the other side. */
const KEEPALIVE_MS = 10_000;

type Oid = Parameters<typeof pg.types.getTypeParser>[0];
// bigint and bigint[] arrive as numbers, like integer; ids stay far below 2^53.
const INT4_OF_INT8 = [
  [20, 23],
  [1016, 1007],
] as [Oid, Oid][];
for (const [int8, int4] of INT4_OF_INT8) pg.types.setTypeParser(int8, pg.types.getTypeParser(int4));

/** The prefix of the shop's connection names: triggers flag changes through connections without it (functions/foreign-changes.sql). */
const CONNECTION_NAME = "kewra";

interface DatabaseUrls {
  /** The URL for requests, which may lead to a transaction pooler. */
  url: string;
  /** The URL of PostgreSQL itself, for migrations and LISTEN; empty if `url` leads there. */
  directUrl: string;
  /** The URLs of standbys, for reads. */
  readUrls?: readonly string[];
  /** Whether it is the shop's own, in DATA_DIR. */
  isOwn?: boolean;
}

/**
 * Opens PostgreSQL, and first applies pending migrations if `migrate` is given.
 * @throws DatabaseUnavailable when it cannot be reached now, OperatorError when it rejects the login, is too old, or is behind an
 * unsuitable pooler
 */
export async function openPostgresql(
  { url, directUrl, readUrls = [], isOwn = false }: DatabaseUrls,
  pool: { max: number },
  { onStatement, unlimited, migrate }: OpenOptions = {},
): Promise<OpenDatabase> {
  const direct = [directUrl || url, isOwn ? "DATA_DIR" : directUrl ? "DATABASE_DIRECT_URL" : "DATABASE_URL"] as const;
  await preparePostgresql(...direct, migrate);
  if (directUrl) await checkPooler(url);

  const limits = unlimited ? null : REQUEST_LIMITS;
  const sockets = createSockets();
  const openPool = (connectionString: string, { create }: Sockets) => {
    const opened = new pg.Pool({
      connectionString: nameConnection(connectionString, CONNECTION_NAME),
      Client: TracedClient,
      stream: create,
      max: pool.max,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      ...(limits && { query_timeout: limits.responseTimeoutMs }),
      // Not a start parameter, which poolers reject. Behind a pooler it would stay with a connection that others use next.
      ...(limits &&
        !directUrl && { onConnect: (client) => client.query(`set statement_timeout = ${limits.statementMs}`) }),
    });
    // The pool replaces a connection that breaks while idle; without listeners the error would end the process.
    opened.on("error", () => {});
    opened.on("connect", (client) => {
      client.on("error", () => {});
      (client as pg.Client).connection.on("errorMessage", ({ code }: { code?: string }) =>
        noteStorageTrouble(code, new Date()),
      );
    });
    return opened;
  };
  const connections = openPool(url, sockets);

  const logger: Logger | undefined = onStatement && { logQuery: onStatement };
  const db = drizzle(connections, { schema, casing: "snake_case", logger: logger ?? false }) as unknown as Database;
  const changes = createChangeEvents((payload) => notify(connections, CHANGES, payload));
  publishAndRetry(db, createTransaction(connections, { logger, limits }), changes);
  const readers = readUrls.length > 0 ? createReaders({ urls: readUrls, openPool, writerUrl: url }) : null;
  // A command must see what the previous one has written. If this fails, no reader is in use yet.
  await readers?.catchUp().catch(() => {});
  const routed = (pools: (inUse: pg.Pool[]) => pg.Pool[]): ReadDatabase =>
    readers ? routeStatements(() => [...pools(readers.inUse()), ...readers.promoted()], { logger, limits }) : db;
  let listener: ChangeListener | undefined;
  const cutOff = () => {
    sockets.destroyAll();
    readers?.cutOff();
  };
  return {
    db,
    read: routed((inUse) => [...inUse, connections]),
    latest: routed((inUse) => [connections, ...inUse]),
    async onChange(subscribe) {
      changes.subscribe(readers ? readers.afterReplay(subscribe) : subscribe);
      try {
        listener = await listenForChanges({ url: direct[0], connections, sockets, changes });
        // No event reports what was committed before.
        await readers?.catchUp();
      } catch (error) {
        throw asUnavailable(error, ...direct);
      }
    },
    countOtherInstances: () => countInstances(connections, listener?.name ?? null),
    receiveChanges: async () => listener?.receiveSent(),
    pool: () => ({
      open: connections.totalCount,
      idle: connections.idleCount,
      waiting: connections.waitingCount,
      max: pool.max,
    }),
    readers: () => readers?.status() ?? [],
    onReaderChange: (listener) => readers?.onChange(listener),
    cutOff,
    async close() {
      listener?.stop();
      // Waits for statements in progress, but not for one that never gets a response.
      const timer = setTimeout(cutOff, CLOSE_MS);
      await changes.flush();
      await Promise.all([connections.end(), readers?.close()]);
      clearTimeout(timer);
      sockets.release();
    },
  };
}
