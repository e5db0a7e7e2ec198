import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";

/** Rolls back the transaction of a preview. */
class Preview<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super("nothing is stored");
    this.result = result;
  }
}

/** Runs work in a transaction that, for a preview, stores nothing. */
export async function inPreview<T>(
  db: Database,
  isPreview: boolean,
  work: (trx: DatabaseOrTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (trx) => {
      const result = await work(trx);
      if (isPreview) throw new Preview(result);
      return result;
    });
  } catch (error) {
    if (error instanceof Preview) return error.result as T;
    throw error;
  }
}
