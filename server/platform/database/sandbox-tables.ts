import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "./database.ts";
import { applyMigrations } from "./migrate/run-migrations.ts";

const MIGRATIONS = join(import.meta.dirname, "sandbox-migrations");

/** Creates or updates the tables of the sandbox, which only a demo has. */
export async function createSandboxTables(db: DatabaseOrTransaction): Promise<void> {
  await db.transaction(async (trx) => {
    await applyMigrations(trx, { folder: MIGRATIONS, schema: "sandbox" });
  });
}

/** Drops the tables with their rows. */
export async function dropSandboxTables(db: DatabaseOrTransaction): Promise<void> {
  await db.execute(sql`drop schema if exists sandbox cascade`);
}

/** Empties the tables, for a demo that stays open. */
export async function emptySandboxTables(trx: DatabaseOrTransaction): Promise<void> {
  await dropSandboxTables(trx);
  await createSandboxTables(trx);
}
