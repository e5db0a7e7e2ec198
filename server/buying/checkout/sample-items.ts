import { paise } from "../../base/money.ts";
import type { OrderedItem } from "../../orders/orders/pending-order.ts";
import type { OfferDecision } from "../../selling/offers/apply-offers.ts";

const NOTHING = paise(0);

/** Converts the chosen free samples to items of an order: one unit of each, at a price of 0 and so without tax. */
export function sampleItems({ samples }: OfferDecision, firstPosition: number): OrderedItem[] {
  return (samples?.chosen ?? []).map(({ productId, variantId, sku, title, label, image, hsn, gstPercent }, at) => ({
    position: firstPosition + at,
    productId,
    variantId,
    sku,
    title,
    label,
    image,
    hsn,
    gstPercent,
    quantity: 1,
    pricePaise: NOTHING,
    originalPricePaise: null,
    discountPaise: NOTHING,
    shippingPaise: NOTHING,
    taxablePaise: NOTHING,
    cgstPaise: NOTHING,
    sgstPaise: NOTHING,
    igstPaise: NOTHING,
  }));
}
