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

/** Returns the terms of an order with further units: by the conditions of its offers, which never change, it is decided which cover them. */
export async function coverAdded(
  db: DatabaseOrTransaction,
  terms: OrderTerms,
  added: readonly UncoveredUnits[],
): Promise<OrderTerms> {
  const further = added.filter(({ position, like }) => position !== like);
  if (further.length === 0) return terms;
  const ids = terms.offers.map(({ id }) => id);
  const stored = await db
    .select({ id: offer.id, kind: offer.kind, conditions: offer.conditions })
    .from(offer)
    .where(inArray(offer.id, ids));
  const conditionsOf = new Map(stored.map((one) => [one.id, one]));
  const grams = [...terms.grams];
  for (const { position, like, grams: weight } of further) {
    while (grams.length <= position) grams.push(0);
    grams[position] = (like === null ? undefined : terms.grams[like]) ?? weight;
  }
  return {
    ...terms,
    grams,
    offers: terms.offers.map((one) => {
      const conditions = conditionsOf.get(one.id);
      const isCovered = (units: UncoveredUnits) =>
        units.like === null ? conditions !== undefined && covers(conditions, units) : one.covers.includes(units.like);
      return { ...one, covers: [...one.covers, ...further.filter(isCovered).map(({ position }) => position)] };
    }),
  };
}
