import type { Paise } from "../../base/money.ts";
import type { OfferTerms, offer } from "../../platform/database/schema.ts";
import type { SampleVariant } from "./free-samples.ts";

export interface OfferLine {
  productId: number;
  variantId: number;
  /** The ids of its category and subcategory. */
  categoryIds: readonly number[];
  quantity: number;
  pricePaise: Paise;
}

/** An offer with the facts about this customer on which it depends. */
export interface CandidateOffer extends Readonly<typeof offer.$inferSelect> {
  /** The code in the customer's cart, if it belongs to this offer. */
  code: string | null;
  /** The number of the customer's orders that use it, without a pending one. */
  customerUses: number;
  /** Whether the customer's pending order uses it. */
  isPending: boolean;
  /** The variants to choose from, for `free_samples`. */
  samples: readonly SampleVariant[];
}

/**
 * Reduces an offer to what the price of these lines depends on; a line's position is its index.
 * @param credit of a set, for `set_credit`
 */
export function toOfferTerms(
  one: CandidateOffer,
  lines: readonly OfferLine[],
  credit: OfferTerms["credit"],
): OfferTerms {
  const { id, name, kind, code, percent, amountPaise, buyUnits, freeUnits, minPaise } = one;
  const { products, categories, sets } = one.conditions;
  const conditions = { products, categories, sets };
  const positions = [...lines.keys()].filter((at) => covers(one, lines[at] as OfferLine));
  return {
    id,
    name,
    kind,
    code,
    percent,
    amountPaise,
    buyUnits,
    freeUnits,
    minPaise,
    covers: positions,
    conditions,
    credit,
  };
}

/** Whether an offer covers a line by its conditions on products. A set's credit never covers a set. */
export function covers(
  { kind, conditions }: Pick<OfferTerms, "kind"> & { conditions: NonNullable<OfferTerms["conditions"]> },
  line: OfferLine,
): boolean {
  const { products, categories, sets } = conditions;
  if (kind === "set_credit" && sets.includes(line.productId)) return false;
  if (products.length === 0 && categories.length === 0) return true;
  return products.includes(line.productId) || line.categoryIds.some((id) => categories.includes(id));
}
