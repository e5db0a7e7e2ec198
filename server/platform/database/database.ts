import type { PgDatabase, PgQueryResultHKT, PgTransaction } from "drizzle-orm/pg-core";
import { OperatorError } from "../../base/errors.ts";
import type * as schema from "./schema.ts";

/** The shop's database. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
/** The parameter of query functions, which work with and without a transaction. */
// biome-ignore lint/suspicious/noExplicitAny: Drizzle names the type of arbitrary relations so
export type DatabaseOrTransaction = Database | PgTransaction<PgQueryResultHKT, typeof schema, any>;

/** A database for reading only. The compiler rejects writes through it, and a standby rejects all others. */
export type ReadDatabase = Pick<Database, "_" | "select" | "selectDistinct" | "$count" | "execute" | "transaction">;

/** Databases for reads that need not wait for the writer. Without DATABASE_READ_URL both are the writer. */
export interface ReadSources {
  /** A reader, or the writer if none is in use. May lack what was committed in the last seconds. */
  read: ReadDatabase;
  /** The writer, or a reader while the writer is unavailable. */
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

/** The size and use of a connection pool. */
interface PoolUsage {
  open: number;
  idle: number;
  /** Number of requests that wait for a connection. */
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
  /** How far it is behind the writer; null if unknown. */
  lagMs: number | null;
}

export interface OpenDatabase extends ReadSources {
  /** The writer: for writes, and for reads that decide on writes. */
  db: Database;
  /**
   * Subscribes to change events of all instances: this one's own at once, those of triggers and of other instances within moments. After a
   * lost connection it receives each topic once.
   * @throws DatabaseUnavailable
   */
  onChange(subscribe: (topic: Topic) => void): Promise<void>;
  /** Counts the other instances that run on this database: those that subscribe to its change events. Commands are none. */
  countOtherInstances(): Promise<number>;
  /** Waits until the subscribers have received what was committed before; three seconds at most. */
  receiveChanges(): Promise<void>;
  /** The connections of this process to PostgreSQL. */
  pool(): PoolUsage;
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
  /** Disables time limits, for commands. The limits of a server are in limits.ts. */
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

/** Maximum age of any cache entry that change events invalidate, because an event may be lost. */
export const MAX_CACHE_AGE_MS = 10 * 60_000;

/** Receives each SQL statement, so that tests and benchmarks can count them. */
export type StatementListener = (statement: string) => void;

/** Thrown when the tables are of an early version, from which no migrations lead to this one. */
export class DatabaseTooOld extends OperatorError {}
