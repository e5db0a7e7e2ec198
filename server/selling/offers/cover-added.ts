import { inArray } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type OrderTerms, offer } from "../../platform/database/schema.ts";
import { covers, type OfferLine } from "./candidate.ts";

/** Units that an order is to hold besides its items. */
export interface UncoveredUnits extends OfferLine {
  position: number;
  /** The position of an item of the same size, which decides what covers them; null without one. */
  like: number | null;
  /** 0 if it is unknown. */
  grams: number;
}

/**
 * Returns the terms of an order with further units: the conditions that its offers had then decide which cover them; of an older order, which
 * did not store them, those that they have now.
 */
export async function coverAdded(
  db: DatabaseOrTransaction,
  terms: OrderTerms,
  added: readonly UncoveredUnits[],
): Promise<OrderTerms> {
  const further = added.filter(({ position, like }) => position !== like);
  if (further.length === 0) return terms;
  const ids = terms.offers.filter(({ conditions }) => !conditions).map(({ id }) => id);
  const stored = await db
    .select({ id: offer.id, conditions: offer.conditions })
    .from(offer)
    .where(inArray(offer.id, ids));
  const conditionsNow = new Map(stored.map((one) => [one.id, one.conditions]));
  const grams = [...terms.grams];
  for (const { position, like, grams: weight } of further) {
    while (grams.length <= position) grams.push(0);
    grams[position] = (like === null ? undefined : terms.grams[like]) ?? weight;
  }
  return {
    ...terms,
    grams,
    offers: terms.offers.map((one) => {
      const conditions = one.conditions ?? conditionsNow.get(one.id);
      const isCovered = (units: UncoveredUnits) =>
        units.like === null
          ? conditions !== undefined && covers({ kind: one.kind, conditions }, units)
          : one.covers.includes(units.like);
      return { ...one, covers: [...one.covers, ...further.filter(isCovered).map(({ position }) => position)] };
    }),
  };
}
