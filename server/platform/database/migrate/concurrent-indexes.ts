import { sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { rowsOf } from "../rows.ts";

/** Timeout for creating an index: it waits for all transactions on its table, for example imports, and blocks none of them. */
const WAIT_MS = 10 * 60_000;

const INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"?(\w+)"?/i;

/**
 * Runs CREATE and DROP INDEX CONCURRENTLY outside a transaction. Can be repeated after an interruption: it keeps a complete index, and
 * drops and recreates an invalid one, which PostgreSQL maintains but never reads.
 */
export async function runIndexStatements(
  db: Pick<Database, "execute">,
  statements: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  // Not SET LOCAL, which needs a transaction.
  await db.execute(sql.raw(`set statement_timeout = 0`));
  await db.execute(sql.raw(`set lock_timeout = ${WAIT_MS}`));
  try {
    for (const statement of statements) {
      const [, index] = INDEX.exec(statement) ?? [];
      const state = index ? await stateOf(db, index) : "missing";
      if (index && state === "invalid") {
        print(`Dropping ${index}, which an interruption has left incomplete.`);
        await db.execute(sql`drop index concurrently ${sql.identifier(index)}`);
      }
      if (state !== "valid") await db.execute(sql.raw(statement));
    }
  } finally {
    await db.execute(sql`reset lock_timeout`);
    await db.execute(sql`reset statement_timeout`);
  }
}

async function stateOf(db: Pick<Database, "execute">, index: string): Promise<"missing" | "invalid" | "valid"> {
  const [row] = await rowsOf(
    db,
    { indisvalid: "boolean" },
    sql`select indisvalid from pg_index where indexrelid = to_regclass(format('%I', ${index}::text))`,
  );
  if (!row) return "missing";
  return row.indisvalid ? "valid" : "invalid";
}
