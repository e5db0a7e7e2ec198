import { sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { rowsOf } from "../rows.ts";

/** A concurrent index waits for all transactions on its table, among them imports; it blocks nobody meanwhile. */
const WAIT_MS = 10 * 60_000;

const INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"?(\w+)"?/i;

/**
 * Runs CREATE and DROP INDEX CONCURRENTLY outside a transaction. May be repeated after an interruption: a complete index is left as it is; an
 * invalid one, which PostgreSQL maintains and never reads, is dropped and created again.
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
  const [row] = await rowsOf<{ indisvalid: boolean }>(
    db,
    sql`select indisvalid from pg_index where indexrelid = to_regclass(format('%I', ${index}::text))`,
  );
  if (!row) return "missing";
  return row.indisvalid ? "valid" : "invalid";
}
