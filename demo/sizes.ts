/**
 * The further sizes of the demo's products: perfumes also in 10 ml and 100 ml, attars also in 12 ml, and the discovery set's perfumes in 2 ml
 * vials, which are samples and not sold alone. Their prices derive from the price of the first size.
 */

import type { DemoProduct, DemoSize } from "./shapes.ts";

interface Rule {
  millilitres: number;
  /** The price, as a share of the first size's. */
  share: number;
  /** The weight when packed. */
  weightGrams: number;
  onSale?: boolean;
}

const PERFUME_SIZES: readonly Rule[] = [
  { millilitres: 10, share: 0.28, weightGrams: 60 },
  { millilitres: 100, share: 1.7, weightGrams: 420 },
];
const ATTAR_SIZES: readonly Rule[] = [{ millilitres: 12, share: 1.8, weightGrams: 110 }];
const SAMPLE: Rule = { millilitres: 2, share: 0.08, weightGrams: 25, onSale: false };
/** The perfumes in the discovery set. */
const SAMPLED = ["kewra-bloom", "mitti-after-rain", "mogra-nights", "rose-of-kannauj", "saffron-oud"];
/** This size has just sold out. */
const SOLD_OUT = "KW-EDP-MOGRA-100";

/** Returns the sizes of a product after its first one. */
export function furtherSizes(product: DemoProduct): DemoSize[] {
  return rulesOf(product).map(({ millilitres, share, weightGrams, onSale = true }) => {
    const sku = product.sku.replace(/\d+$/, String(millilitres));
    const priceRupees = priced(product.priceRupees * share);
    return {
      sku,
      netQuantity: { value: millilitres, unit: "ml" },
      priceRupees,
      originalPriceRupees: null,
      weightGrams,
      onSale,
      stock: sku === SOLD_OUT || product.stock === 0 ? 0 : Math.ceil(product.stock / 2),
    };
  });
}

function rulesOf({ slug, sku }: DemoProduct): readonly Rule[] {
  if (sku.startsWith("KW-ATR-")) return ATTAR_SIZES;
  if (!sku.startsWith("KW-EDP-")) return [];
  return SAMPLED.includes(slug) ? [...PERFUME_SIZES, SAMPLE] : PERFUME_SIZES;
}

/** Rounds to a price that ends in 49 or 99. */
const priced = (rupees: number) => Math.max(1, Math.round(rupees / 50)) * 50 - 1;
