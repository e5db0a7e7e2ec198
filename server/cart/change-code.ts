import type { CartCode } from "../../contract/cart/schemas.ts";
import type { Database } from "../database/database.ts";
import { lockCustomer } from "../database/lock-customer.ts";
import { ApiError } from "../errors.ts";
import { codesOf, normalizeCode, removeCode, storeCode } from "../offers/cart-code.ts";
import { canStillApply, codeProblemText } from "../offers/code-problem.ts";
import { readOffers } from "../offers/read-offers.ts";
import { consume } from "../rate-limits/limits.ts";
import { priceWithOffers } from "./cart-offers.ts";
import { readCartRows } from "./read-cart.ts";

/**
 * Puts a code into the cart, replacing another.
 * @returns the code, with a message if it does not apply to the current cart
 * @throws ApiError (422) if no cart can make it apply: the earlier code then stays; (429) after too many tries
 */
export async function enterCode(db: Database, customerId: number, typed: string, now: Date): Promise<CartCode> {
  const code = normalizeCode(typed);
  await consume(db, codesOf(customerId), now);
  return db.transaction(async (trx) => {
    await lockCustomer(trx, customerId);
    await storeCode(trx, customerId, code);
    const { decision } = priceWithOffers(await readCartRows(trx, customerId), await readOffers(trx, customerId, now));
    const problem = decision.code?.problem ?? null;
    if (problem && !canStillApply(problem))
      throw ApiError.ofField("code", codeProblemText(code, problem), "offer_not_applicable");
    return { code, problem: problem && codeProblemText(code, problem) };
  });
}

export async function removeCodeFromCart(db: Database, customerId: number): Promise<null> {
  await removeCode(db, customerId);
  return null;
}
