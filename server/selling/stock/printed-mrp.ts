/**
 * Packs in stock carry the MRP of their size, above which nobody may sell them (rule 18(2) of the Legal Metrology (Packaged Commodities) Rules).
 * Which MRP a pack carries is not stored: it is the size's, unless staff states another one.
 */

import { type SQL, sql } from "drizzle-orm";
import { formatRupees, type Paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { type Line, mrpOf } from "../pricing/price.ts";

type Prices = Pick<Line, "pricePaise" | "originalPricePaise">;

/** Counts the packs of a size in the shop, with those that lots withhold. @param variantId an expression */
export const packsInShop = (variantId: SQL): SQL<number> =>
  sql<number>`(coalesce((select on_hand from stock where stock.variant_id = ${variantId}), 0)
    + coalesce((select sum(withheld) from lot where lot.variant_id = ${variantId}), 0))::int`;

/** Returns why a size cannot be sold at these prices without staff's statement that its packs carry their MRP; null if it can. */
export async function printedMrpProblem(
  trx: DatabaseOrTransaction,
  variantId: number,
  before: Prices,
  after: Prices,
): Promise<string | null> {
  if (mrpOf(after) <= mrpOf(before)) return null;
  const [found] = await rowsOf(trx, { packs: "number" }, sql`select ${packsInShop(sql`${variantId}`)} as packs`);
  return found && found.packs > 0 ? printedMrpText(found.packs, mrpOf(before)) : null;
}

const printedMrpText = (packs: number, mrpPaise: Paise) =>
  `${packs === 1 ? "1 pack in stock carries" : `${packs} packs in stock carry`} the MRP ${formatRupees(mrpPaise)}, and the law forbids selling above it. Keep that MRP, or state on the product’s page that the packs in stock carry the new one.`;
