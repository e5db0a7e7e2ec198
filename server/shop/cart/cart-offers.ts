import type { AppliedOffer as AppliedOfferInRupees, CartCode, CartSamples } from "../../../contract/cart/schemas.ts";
import { paise, toRupees } from "../../base/money.ts";
import { applyOffers, type OfferDecision, type OfferInput } from "../../selling/offers/apply-offers.ts";
import { codeProblemText } from "../../selling/offers/code-problem.ts";
import type { SampleVariant } from "../../selling/offers/free-samples.ts";
import type { Line, Price, Terms } from "../../selling/pricing/price.ts";
import { type Item, priceCart } from "./availability.ts";

interface OfferItem extends Item {
  productId: number;
  variantId: number;
  categoryIds: readonly number[];
}

/** Prices the items that are in stock, with the offers that apply to them. */
export function priceWithOffers<I extends OfferItem>(
  items: readonly I[],
  input: OfferInput,
  terms: Terms = {},
): Price<Line & { item: I }> & { decision: OfferDecision } {
  const available = items.flatMap((item) =>
    item.variant && item.variant.stock > 0 ? [{ item, pricePaise: item.variant.pricePaise }] : [],
  );
  const decision = applyOffers(
    available.map(({ item: { productId, variantId, categoryIds, quantity }, pricePaise }) => ({
      productId,
      variantId,
      categoryIds,
      quantity,
      pricePaise,
    })),
    { ...input, ...(terms.shippingPaise !== undefined && { shippingPaise: terms.shippingPaise }) },
  );
  const discounted = available.map(({ item }, at) => ({ ...item, discountPaise: decision.discounts[at] ?? paise(0) }));
  return {
    ...priceCart(discounted, { ...terms, ...(decision.freeShipping && { shippingPaise: paise(0) }) }),
    decision,
  };
}

/** Maps free samples to the response: the choices, and what the cart lacks to earn them. */
export function toSamples(samples: OfferDecision["samples"]): CartSamples {
  if (!samples) return null;
  const { name, max, missingPaise, options, chosen, unavailable } = samples;
  return {
    name,
    max,
    missing: toRupees(missingPaise),
    options: options.map(({ variantId, productId, slug, title, label, image, isAvailable }) => ({
      variant_id: String(variantId),
      product_id: String(productId),
      slug,
      title,
      size: label,
      images: image ? [image] : [],
      available: isAvailable,
      chosen: chosen.some((one) => one.variantId === variantId),
    })),
    unavailable: unavailable.map(toUnavailable),
  };
}

/** Maps an unavailable sample to the response. */
export const toUnavailable = ({ variantId, title, label }: SampleVariant) => ({
  variant_id: String(variantId),
  title,
  size: label,
});

/** Maps offers to the fields of the cart's and the checkout's response. */
export function toOffers({ applied, code }: OfferDecision): { offers: AppliedOfferInRupees[]; code: CartCode | null } {
  return {
    offers: applied.map(({ name, code: typed, discountPaise }) => ({
      name,
      code: typed,
      discount: toRupees(discountPaise),
    })),
    code: code && { code: code.code, problem: code.problem && codeProblemText(code.code, code.problem) },
  };
}
