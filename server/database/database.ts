import type { PgDatabase, PgQueryResultHKT, PgTransaction } from "drizzle-orm/pg-core";
import { StartupProblem } from "../failures.ts";
import type * as schema from "./schema.ts";

/** The shop's database, embedded or PostgreSQL: one dialect, so nothing else needs to know which. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
/** A query function takes either, so that it works alone and inside a transaction. */
// biome-ignore lint/suspicious/noExplicitAny: drizzle's own name for "whatever relations"
export type DatabaseOrTransaction = Database | PgTransaction<PgQueryResultHKT, typeof schema, any>;

/** What a change can be about; the database announces it (see the migration search_and_ratings). */
export const SUBJECTS = ["catalogue", "reviews", "content", "settings", "mail", "payments"] as const;
export type Subject = (typeof SUBJECTS)[number];

export interface OpenDatabase {
  kind: "embedded" | "postgresql";
  db: Database;
  /** Is told every change, also those made by other instances. After a lost connection it is told all subjects once. */
  onChange(hear: (subject: Subject) => void): Promise<void>;
  /** Ends open work and closes. */
  close(): Promise<void>;
}

/** Sees each SQL statement; for counting them in tests and benchmarks. */
export type SeeStatement = (statement: string) => void;

/** Another process holds the embedded database. */
export class DatabaseInUse extends StartupProblem {}

/** The files of the embedded database cannot be read. */
export class DatabaseDamaged extends StartupProblem {}
