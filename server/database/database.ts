import type { PgDatabase, PgQueryResultHKT, PgTransaction } from "drizzle-orm/pg-core";
import { OperatorError } from "../errors.ts";
import type * as schema from "./schema.ts";

/** The shop's database, embedded or PostgreSQL. Both speak one dialect, so callers need not know which. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
/** The parameter of query functions, which work alone and inside a transaction. */
// biome-ignore lint/suspicious/noExplicitAny: Drizzle names the type of arbitrary relations so
export type DatabaseOrTransaction = Database | PgTransaction<PgQueryResultHKT, typeof schema, any>;

/** A database that is only read. The compiler rejects writes through it, a standby rejects any other. */
export type ReadDatabase = Pick<Database, "_" | "select" | "selectDistinct" | "$count" | "execute" | "transaction">;

/** Where reads that need not wait for the writer go. Without DATABASE_READ_URL both are the writer. */
export interface ReadSources {
  /** A reader; the writer if none is in use. May miss what was committed within the last seconds. */
  read: ReadDatabase;
  /** The writer; a reader while the writer is away. */
  latest: ReadDatabase;
}

/** Topics of change events, the last two for the back office alone: see change-events.ts, and functions/change-events.sql for changes by staff. */
export const BASE_TOPICS = [
  "catalogue",
  "availability",
  "reviews",
  "content",
  "settings",
  "jobs",
  "orders",
  "messages",
] as const;
export type BaseTopic = (typeof BASE_TOPICS)[number];
/**
 * `product:<id>` is a change of what lists show of one product: whether it is in stock, and its rating. `stock:<id>` is a change of the
 * number of units left, which only its own page shows.
 */
export type Topic = BaseTopic | `product:${string}` | `stock:${string}`;

/** PostgreSQL accepts payloads shorter than 8000 bytes. */
export const MAX_PAYLOAD_BYTES = 7999;

/** How many connections a pool has. */
export interface PoolUsage {
  open: number;
  idle: number;
  /** Requests that wait for one. */
  waiting: number;
  max: number;
}

/** `behind`: it lags, or has not yet replayed a change that pages must show. */
export type ReaderState = "in use" | "behind" | "unreachable" | "not a standby";

/** One server of DATABASE_READ_URL. */
export interface ReaderStatus {
  /** Host and port. */
  name: string;
  state: ReaderState;
  /** How far it is behind the writer; null while that is unknown. */
  lagMs: number | null;
}

export interface OpenDatabase extends ReadSources {
  kind: "embedded" | "postgresql";
  /** The writer: for writes, and for reads that decide on writes. */
  db: Database;
  /**
   * Subscribes to change events of all instances: its own at once, those of others within moments. After a lost connection it receives
   * each topic once.
   * @throws DatabaseUnavailable
   */
  onChange(subscribe: (topic: Topic) => void): Promise<void>;
  /** The connections of this process to PostgreSQL; null for the embedded database. */
  pool(): PoolUsage | null;
  /** The state of each reader; empty without DATABASE_READ_URL. */
  readers(): ReaderStatus[];
  /** Calls the listener whenever the state of a reader changes. */
  onReaderChange(listener: (status: ReaderStatus) => void): void;
  /** Breaks all connections, so that pending statements fail at once. */
  cutOff(): void;
  /** Waits for statements in progress, then closes. */
  close(): Promise<void>;
}

export interface OpenOptions {
  onStatement?: StatementListener | undefined;
  /** Without time limits, for commands. Those of a server are in limits.ts. */
  unlimited?: boolean;
  /** Applies pending migrations even if MIGRATE_AT_START is false. */
  migrate?: MigrateOptions;
}

/** How pending migrations are applied. */
export interface MigrateOptions {
  /** Receives a line for each step. */
  print?: (line: string) => void;
  /** How long to wait for another instance's migrations, in milliseconds. */
  waitMs?: number;
  /** Rejects a contract step that instances of the release before would not survive. */
  requireNewerInstances?: boolean;
}

/** How long anything may stay cached that change events invalidate: an event may be lost. */
export const MAX_CACHE_AGE_MS = 10 * 60_000;

/** Receives each SQL statement, so that tests and benchmarks can count them. */
export type StatementListener = (statement: string) => void;

/** Another process has opened the embedded database. */
export class DatabaseInUse extends OperatorError {}

/** The files of the embedded database cannot be read. */
export class DatabaseDamaged extends OperatorError {}

/** The tables were made by a version whose migrations this one does not have. */
export class OutdatedDatabase extends DatabaseDamaged {}
