import type { ProductState } from "../../contract/catalogue/schemas.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import type { Problems } from "./csv-problems.ts";
import { findConflicts } from "./import-conflicts.ts";
import { findRestocked, mergeRows } from "./import-merge.ts";
import { type CsvField, matchVariants } from "./import-staging.ts";

interface StoreOptions {
  /** The state of new products without one in the file. */
  newState: ProductState;
  /** Called once all rows are valid, before anything is stored. @returns whether to store them */
  beforeMerge?: () => Promise<boolean>;
  onRows?: (done: number) => void;
  /** Receives the products that are back in stock, within the transaction. */
  onRestocked?: ((trx: DatabaseOrTransaction, productIds: readonly number[]) => Promise<unknown>) | undefined;
}

/**
 * Stores the staged rows if none has a problem. Used by product files and the back office.
 * @param fields of the rows
 * @returns how many products the rows have, how many of them are new, and how many have changed; null if they are not stored
 */
export async function storeStaged(
  trx: DatabaseOrTransaction,
  fields: ReadonlySet<CsvField>,
  problems: Problems,
  { newState, beforeMerge, onRows = () => {}, onRestocked }: StoreOptions,
): Promise<{ products: number; added: number; changed: number } | null> {
  await matchVariants(trx, fields);
  await findConflicts(trx, fields, problems);
  if (problems.count > 0) return null;
  if (beforeMerge && !(await beforeMerge())) return null;
  const restocked = fields.has("stock") ? await findRestocked(trx) : [];
  const merged = await mergeRows(trx, fields, newState, onRows);
  if (restocked.length > 0) await onRestocked?.(trx, restocked);
  return merged;
}
