import type { CartCode } from "../../../contract/cart/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { codesOf, removeCode, storeCode } from "../../selling/offers/cart-code.ts";
import { canStillApply, codeProblemText } from "../../selling/offers/code-problem.ts";
import { readOffers } from "../../selling/offers/read-offers.ts";
import { priceWithOffers } from "./cart-offers.ts";
import { readCartRows } from "./read-cart.ts";

/**
 * Puts a code into the cart, replacing another.
 * @returns the code, with a message if it does not apply to the current cart
 * @throws ApiError (422) if no cart can make it apply: the earlier code then stays; (429) after too many tries
 */
export async function enterCode(db: Database, customerId: number, code: string, now: Date): Promise<CartCode> {
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
