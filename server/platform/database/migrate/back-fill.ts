import { setTimeout as pause } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { rowsOf } from "../rows.ts";
import type { BackFill } from "./migration-files.ts";
import { retryLocks } from "./retry-locks.ts";

const PROGRESS_INTERVAL_MS = 5000;

/**
 * Updates the rows of a table in batches, in the order of a key, and stores its progress with each batch: an interrupted back-fill resumes
 * there. After each batch it pauses for as long as the batch took, which leaves half of the database's time to shoppers.
 * @param id the migration's creation time
 * @returns how many rows it has passed, including those before an interruption
 */
export async function runBackFill(
  db: Pick<Database, "execute" | "transaction">,
  { id, tag, backFill }: { id: number; tag: string; backFill: BackFill },
  print: (line: string) => void,
): Promise<number> {
  await db.execute(sql`
    create table if not exists back_fill (migration bigint primary key, done_to bigint not null, passed bigint not null)`);
  let saidAt = performance.now();
  for (;;) {
    const startedAt = performance.now();
    const { passed, isDone } = await retryLocks(db, (trx) => runBatch(trx, id, backFill));
    if (isDone) return passed;
    if (performance.now() - saidAt >= PROGRESS_INTERVAL_MS) {
      print(`${tag}: ${passed.toLocaleString("en")} rows so far.`);
      saidAt = performance.now();
    }
    await pause(performance.now() - startedAt);
  }
}

async function runBatch(
  trx: Pick<Database, "execute">,
  id: number,
  { table, key, batch, statement }: BackFill,
): Promise<{ passed: number; isDone: boolean }> {
  const [progress] = await rowsOf(
    trx,
    { done_to: "string", passed: "string" },
    // As text, because a key may exceed the exact range of a number.
    sql`select done_to::text, passed::text from back_fill where migration = ${id}`,
  );
  const column = sql.identifier(key);
  const next = sql`
    select ${column} from ${sql.identifier(table)} ${progress ? sql`where ${column} > ${progress.done_to}::bigint` : sql``}
    order by ${column} limit ${batch}`;
  const [bounds] = await rowsOf(
    trx,
    { first: "string?", last: "string?", rows: "string" },
    sql`select (min(${column}) - 1)::text as first, max(${column})::text as last, count(*)::text as rows from (${next}) as batch`,
  );
  const passed = Number(progress?.passed ?? 0) + Number(bounds?.rows ?? 0);
  if (bounds?.first == null || bounds.last === null) return { passed, isDone: true };
  await trx.execute(withBounds(statement, bounds.first, bounds.last));
  await trx.execute(sql`
    insert into back_fill (migration, done_to, passed) values (${id}, ${bounds.last}::bigint, ${passed})
    on conflict (migration) do update set done_to = excluded.done_to, passed = excluded.passed`);
  return { passed, isDone: false };
}

/** Binds $1 and $2 of the statement. */
function withBounds(statement: string, after: string, upTo: string): SQL {
  const parts = statement.split(/\$([12])(?!\d)/);
  return sql.join(
    parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${part === "1" ? after : upTo}::bigint`)),
  );
}
