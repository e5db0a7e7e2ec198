import type { ProductState } from "../../../../contract/catalogue/schemas.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import type { Problems } from "./csv-problems.ts";
import { findConflicts } from "./import-conflicts.ts";
import { findRestocked, mergeRows } from "./import-merge.ts";
import { type CsvField, matchVariants } from "./import-staging.ts";
import { findStockProblems, lockStagedStock, noteFileStock } from "./import-stock.ts";

interface StoreOptions {
  /** The state of new products without one in the file. */
  newState: ProductState;
  /** Whether a stock that does not say from which number it was changed replaces the one of now. */
  replacesStock?: boolean;
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
  { newState, replacesStock = false, beforeMerge, onRows = () => {}, onRestocked }: StoreOptions,
): Promise<{ products: number; added: number; changed: number } | null> {
  await matchVariants(trx, fields);
  await findConflicts(trx, fields, problems);
  const hasStock = fields.has("stock");
  if (hasStock) {
    await noteFileStock(trx);
    await findStockProblems(trx, problems, { mayReplace: replacesStock });
  }
  if (problems.count > 0) return null;
  if (beforeMerge && !(await beforeMerge())) return null;
  if (hasStock) {
    // Sales have gone on until now.
    await lockStagedStock(trx);
    await findStockProblems(trx, problems, { mayReplace: replacesStock });
    if (problems.count > 0) return null;
  }
  const restocked = hasStock ? await findRestocked(trx) : [];
  const merged = await mergeRows(trx, fields, newState, onRows);
  if (restocked.length > 0) await onRestocked?.(trx, restocked);
  return merged;
}
