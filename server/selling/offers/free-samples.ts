import type { Picture } from "../../../contract/pictures.ts";
import type { Paise } from "../../base/money.ts";
import type { OfferLine } from "./candidate.ts";

/** A variant that can be chosen as a free sample. */
export interface SampleVariant {
  variantId: number;
  productId: number;
  slug: string;
  title: string;
  /** The label of its size. */
  label: string;
  sku: string;
  hsn: string;
  gstPercent: number;
  isAlcoholFree: boolean;
  image: Picture | null;
  /** Units available to this customer. */
  stock: number;
  isChosen: boolean;
}

/** The free samples that a cart can have, and has. */
export interface SampleDecision {
  offerId: number;
  name: string;
  /** How many samples the shopper may choose. */
  max: number;
  /** The amount that the cart lacks to reach the offer's minimum; 0 once it is reached. */
  missingPaise: Paise;
  options: readonly (SampleVariant & { isAvailable: boolean })[];
  /** The samples of an order placed now: chosen, available and earned. By variant id. */
  chosen: readonly SampleVariant[];
  /** Chosen samples that have run out since. */
  unavailable: readonly SampleVariant[];
}

interface SampleOffer {
  id: number;
  name: string;
  freeUnits: number | null;
  samples: readonly SampleVariant[];
}

/**
 * Decides which of an offer's samples a cart gets. Units that the cart buys are not available as samples.
 * @param missingPaise what the cart lacks to the offer's minimum
 */
export function decideSamples(
  { id: offerId, name, freeUnits, samples }: SampleOffer,
  lines: readonly OfferLine[],
  missingPaise: Paise,
): SampleDecision {
  const max = freeUnits ?? 0;
  const bought = (variantId: number) =>
    lines.reduce((units, line) => units + (line.variantId === variantId ? line.quantity : 0), 0);
  const options = samples
    .map((one) => ({ ...one, isAvailable: one.stock > bought(one.variantId) }))
    .sort((a, b) => a.variantId - b.variantId);
  const wanted = missingPaise > 0 ? [] : options.filter(({ isChosen }) => isChosen);
  return {
    offerId,
    name,
    max,
    missingPaise,
    options,
    chosen: wanted.filter(({ isAvailable }) => isAvailable).slice(0, max),
    unavailable: wanted.filter(({ isAvailable }) => !isAvailable),
  };
}
