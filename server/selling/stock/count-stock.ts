/** Stock corrections by staff, each with a reason. */

import { eq, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { stock } from "../../platform/database/schema.ts";
import { recordLostCosts } from "./costs.ts";
import { oneVariant, reduceLots } from "./lot-units.ts";
import { adjustLot, findLot, type LotRule, requireUnreserved } from "./manage-lots.ts";
import { move } from "./movements.ts";
import { addMissingRows, lockVariants } from "./stock.ts";

interface Correction {
  variantId: number;
  /** The number of the units' lot. Without it, missing units are taken from those without a lot, then from the lot that expires first. */
  lot?: string | undefined;
  reason: string;
  /** The member of staff who corrects it. */
  author?: string | undefined;
}

/**
 * Adds or removes units.
 * @param difference negative for missing units
 * @throws ApiError (404) for an unknown lot, (409) for units that do not exist or that unpaid orders reserve
 */
export async function correctStock(
  trx: DatabaseOrTransaction,
  { variantId, lot, reason, author = "", difference }: Correction & { difference: number },
  rule: LotRule,
): Promise<void> {
  await lockStockOf(trx, variantId);
  if (lot !== undefined) {
    const { id } = await findLot(trx, variantId, lot);
    await adjustLot(trx, id, { difference, reason, author }, rule);
  } else {
    await requireUnreserved(trx, variantId, -difference);
    await reduceLots(trx, await move(trx, "adjusted", oneVariant(variantId, difference), { reason, author }));
  }
  if (difference < 0) await recordLostCosts(trx, [variantId]);
}

/**
 * Sets the units on hand to those counted in a stock-take, which include reserved units, and of a lot also withheld units.
 * @param expected the units that were there when they were counted; undefined if nobody has looked
 * @returns the difference
 * @throws ApiError as `correctStock`, (409) for a difference if others than the expected units are there: they were sold or received since
 */
export async function countStock(
  trx: DatabaseOrTransaction,
  { counted, expected, ...correction }: Correction & { counted: number; expected: number | undefined },
  rule: LotRule,
): Promise<number> {
  const { variantId, lot } = correction;
  const { onHand } = await lockStockOf(trx, variantId);
  const known = lot === undefined ? null : await findLot(trx, variantId, lot);
  const now = known ? known.onHand + known.withheld : onHand;
  const difference = counted - now;
  if (difference === 0 && (expected ?? now) === now) return 0;
  if (expected !== now)
    throw ApiError.ofField(
      "expected",
      expected === undefined
        ? `${now} units should be there, ${counted} are counted. Please say that you have seen this number.`
        : `${now} units should be there now, not ${expected}: please compare the differences again.`,
      "conflict",
    );
  await correctStock(trx, { ...correction, difference }, rule);
  return difference;
}

async function lockStockOf(trx: DatabaseOrTransaction, variantId: number): Promise<typeof stock.$inferSelect> {
  await addMissingRows(trx, sql`(${oneVariant(variantId, 0)})`);
  await lockVariants(trx, sql`${variantId}`);
  const [row] = await trx.select().from(stock).where(eq(stock.variantId, variantId));
  if (!row) throw new Error(`variant ${variantId} has no stock`);
  return row;
}
