import type { CartSamples } from "../../../contract/cart/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees } from "../../base/money.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import { storeSamples } from "../../selling/offers/cart-samples.ts";
import { readOffers } from "../../selling/offers/read-offers.ts";
import { priceWithOffers, toSamples } from "./cart-offers.ts";
import { readCartRows } from "./read-cart.ts";

/**
 * Chooses the free samples of a cart, replacing those chosen before.
 * @param variantIds each at most once
 * @returns the samples to choose from
 * @throws ApiError (409) if the cart has not earned any, (422) for one that is not offered or sold out, or too many
 */
export async function chooseSamples(
  db: Database,
  customerId: number,
  variantIds: readonly number[],
  now: Date,
): Promise<CartSamples> {
  return db.transaction(async (trx) => {
    await lockCustomer(trx, customerId);
    const decide = async () =>
      priceWithOffers(await readCartRows(trx, customerId), await readOffers(trx, customerId, now)).decision.samples;
    const { name, max, missingPaise, options = [] } = (await decide()) ?? {};
    if (variantIds.length > 0) {
      if (max === undefined) throw notOffered("There are no free samples for this cart right now.");
      if (missingPaise) throw notOffered(`Add ${formatRupees(missingPaise)} more for “${name}”.`);
      if (variantIds.length > max) throw ApiError.ofField("variant_ids", `You can choose up to ${max}.`);
    }
    for (const [at, id] of variantIds.entries()) {
      const option = options.find(({ variantId }) => variantId === id);
      if (!option) throw ApiError.ofField(`variant_ids.${at}`, "This sample isn’t offered. Please choose another.");
      if (!option.isAvailable)
        throw ApiError.ofField(`variant_ids.${at}`, `${option.title} has run out. Please choose another.`);
    }
    await storeSamples(trx, customerId, variantIds);
    return toSamples(await decide());
  });
}

const notOffered = (message: string) => ApiError.ofField("variant_ids", message, "samples_not_available");
