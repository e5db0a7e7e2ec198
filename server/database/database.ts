import type { PgDatabase, PgQueryResultHKT, PgTransaction } from "drizzle-orm/pg-core";
import { StartupError } from "../errors.ts";
import type * as schema from "./schema.ts";

/** The shop's database, embedded or PostgreSQL: one dialect, so nothing else needs to know which. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
/** A query function takes either, so that it works alone and inside a transaction. */
// biome-ignore lint/suspicious/noExplicitAny: drizzle's own name for "whatever relations"
export type DatabaseOrTransaction = Database | PgTransaction<PgQueryResultHKT, typeof schema, any>;

/** What a change can be about; the database announces it (see the migration search_and_ratings). */
export const BASE_TOPICS = ["catalogue", "availability", "reviews", "content", "settings", "jobs"] as const;
export type BaseTopic = (typeof BASE_TOPICS)[number];
/** The subject of a change; of one product, by its id, where only what pages show of its stock and rating has changed. */
export type Topic = BaseTopic | `product:${string}`;

/** Reads what the database announces; null for what is no topic. */
export function readTopic(announced: string | undefined): Topic | null {
  if (announced === undefined) return null;
  const isTopic = (BASE_TOPICS as readonly string[]).includes(announced) || /^product:\d{1,10}$/.test(announced);
  return isTopic ? (announced as Topic) : null;
}

export interface OpenDatabase {
  kind: "embedded" | "postgresql";
  db: Database;
  /**
   * Is told every change, also those made by other instances. After a lost connection it is told all subjects once.
   * @throws DatabaseUnavailable
   */
  onChange(subscribe: (topic: Topic) => void): Promise<void>;
  /** Breaks all connections: whatever waits for the database fails now. */
  cutOff(): void;
  /** Ends open work and closes. */
  close(): Promise<void>;
}

export interface OpenOptions {
  seeStatement?: SeeStatement | undefined;
  /** Statements and transactions may take as long as they need; for commands. A server's are limited (limits.ts). */
  unlimited?: boolean;
}

/** How long at most anything is kept in memory that is forgotten when the database announces a change: an announcement may be lost. */
export const MAX_CACHE_AGE_MS = 10 * 60_000;

/** Sees each SQL statement; for counting them in tests and benchmarks. */
export type SeeStatement = (statement: string) => void;

/** Another process holds the embedded database. */
export class DatabaseInUse extends StartupError {}

/** The files of the embedded database cannot be read. */
export class DatabaseDamaged extends StartupError {}
