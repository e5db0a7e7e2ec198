import type { offer } from "../database/schema.ts";
import type { Paise } from "../money.ts";
import type { SampleVariant } from "./free-samples.ts";

export interface OfferLine {
  productId: number;
  variantId: number;
  /** Its category and subcategory. */
  categoryIds: readonly number[];
  quantity: number;
  pricePaise: Paise;
}

/** An offer, and what is known about it for this customer. */
export interface CandidateOffer extends Readonly<typeof offer.$inferSelect> {
  /** The customer's code, if it belongs to this offer. */
  code: string | null;
  /** Orders of the customer that use it, except one that waits for its payment. */
  customerUses: number;
  /** Whether the customer's order that waits for its payment uses it. */
  isPending: boolean;
  /** For `free_samples`: what there is to choose from. */
  samples: readonly SampleVariant[];
}

/** Whether the offer's conditions by products include a line. A set is never paid for with its own credit. */
export function covers({ kind, conditions }: Pick<CandidateOffer, "kind" | "conditions">, line: OfferLine): boolean {
  const { products, categories, sets } = conditions;
  if (kind === "set_credit" && sets.includes(line.productId)) return false;
  if (products.length === 0 && categories.length === 0) return true;
  return products.includes(line.productId) || line.categoryIds.some((id) => categories.includes(id));
}
