import type { SQL } from "drizzle-orm";
import type { DatabaseOrTransaction } from "./database.ts";

/** Runs a statement that Drizzle's query builder cannot express. @returns its rows, with the columns' names as in SQL */
export async function rowsOf<Row>(db: Pick<DatabaseOrTransaction, "execute">, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows;
}
