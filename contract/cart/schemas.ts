/**
 * A customer's cart. Amounts are rupees, computed by the server alone. The maximum quantity of a product depends on its stock and on the
 * owner's maximum for an order, so only the server knows it.
 */

import * as z from "zod/mini";
import {
  AVAILABILITIES,
  forCount,
  pageNumber,
  perPageOf,
  productId,
  requiredVariantId,
  variantId,
} from "../catalogue/schemas.ts";
import { MAX_CART_ITEMS, MAX_SAMPLES } from "../limits.ts";
import { picture } from "../pictures.ts";
import { listOf } from "../responses.ts";
import { textField } from "../text.ts";
import { shopCode } from "../written-numbers.ts";

/** Only the server checks the maximum, which depends on the product. */
const quantity = z
  .number("quantity must be a whole number.")
  .check(z.int("quantity must be a whole number."), z.gte(1, "quantity must be at least 1."));

export const productIdParams = z.object({ product_id: productId });
export const removeFromCartQuery = z.object({ variant_id: variantId });
export const addToCartBody = z.object({
  product_id: productId,
  variant_id: variantId,
  quantity: z._default(quantity, 1),
});
export const changeQuantityBody = z.object({ product_id: productId, variant_id: variantId, quantity });
/** The price that the customer was shown; the request is rejected if it has changed again. */
export const acceptPriceBody = z.object({
  price: z.number("price must be a number.").check(z.gt(0, "price must be above 0.")),
  variant_id: variantId,
});

/** The query of `GET cart`. */
export const cartQuery = z.object({ page: pageNumber, perPage: perPageOf(MAX_CART_ITEMS), forCount });

/**
 * What has changed about an item since it was added. `gone`: the product is no longer sold. `out_of_stock`: none is left. `too_many`: fewer
 * are left than requested. `price_rose`, `price_fell`: the price differs from the agreed one.
 */
const CART_NOTICES = ["gone", "out_of_stock", "too_many", "price_rose", "price_fell"] as const;
export type CartNotice = (typeof CART_NOTICES)[number];

/** A product as cart and checkout show it. */
export const productToBuy = z.object({
  _id: z.string(),
  slug: z.string(),
  title: z.string(),
  /** Empty for a product that is no longer sold. */
  sub_title: z.string(),
  /** Missing for the product's first size, as in requests. */
  variant_id: z.optional(z.string()),
  /** The label of the size. */
  size: z.string(),
  price: z.number(),
  originalPrice: z.optional(z.number()),
  images: z.array(picture),
  availability: z.enum(AVAILABILITIES),
});

export const cartItem = z.object({
  product: productToBuy,
  quantity: z.number(),
  /** Price × quantity. */
  total: z.number(),
  /** The price when it was added, or when the customer accepted another. */
  agreedPrice: z.number(),
  /** Units that can be ordered now; 0 if none can. */
  max: z.number(),
  notices: z.array(z.enum(CART_NOTICES)),
});
export type CartItem = z.infer<typeof cartItem>;

/** An offer that applies, with what it takes off; 0 for free shipping. */
export const appliedOffer = z.object({
  name: z.string(),
  /** Null for an automatic offer. */
  code: z.nullable(z.string()),
  discount: z.number(),
});
export type AppliedOffer = z.infer<typeof appliedOffer>;

/** The code in the cart; `problem` says why it does not apply, or is null. */
export const cartCode = z.object({ code: z.string(), problem: z.nullable(z.string()) });
export type CartCode = z.infer<typeof cartCode>;

export const offerCodeBody = z.object({
  code: textField({
    missing: "Please enter a code.",
    max: 40,
    error: "A code has at most 40 characters.",
    rewrite: shopCode,
  }),
});

/** A chosen sample that has run out since. */
export const unavailableSample = z.object({ variant_id: z.string(), title: z.string(), size: z.string() });

/** Free samples to choose from; null if no offer gives any to this cart. */
export const cartSamples = z.nullable(
  z.object({
    /** The offer, such as "Two vials of your choice". */
    name: z.string(),
    /** How many samples can be chosen. */
    max: z.number(),
    /** What the cart lacks for the offer's minimum, in rupees; 0 once samples can be chosen. */
    missing: z.number(),
    options: z.array(
      z.object({
        variant_id: z.string(),
        product_id: z.string(),
        slug: z.string(),
        title: z.string(),
        size: z.string(),
        images: z.array(picture),
        available: z.boolean(),
        chosen: z.boolean(),
      }),
    ),
    unavailable: z.array(unavailableSample),
  }),
);
export type CartSamples = z.infer<typeof cartSamples>;

/** All chosen samples; an empty list removes them. */
export const chooseSamplesBody = z.object({
  variant_ids: z
    .array(requiredVariantId, "variant_ids must be a list.")
    .check(z.maxLength(MAX_SAMPLES, `Please choose at most ${MAX_SAMPLES}.`)),
});

/**
 * Part of every response of the cart: all product ids in the order of addition, the number of items, and the units of each. Two sizes of
 * one product are two items with the same product id; `variant_id` is missing for the first size, as in requests.
 */
const cartCount = {
  productIds: z.array(z.string()),
  count: z.number(),
  quantities: z.array(z.object({ product_id: z.string(), variant_id: z.optional(z.string()), quantity: z.number() })),
};
export const cartContents = z.object(cartCount);
export type CartContents = z.infer<typeof cartContents>;

/** The id of a cart that an assistant has filled, at the end of its link. */
export const assistedCartParams = z.object({
  cart: textField({
    max: 60,
    pattern: /^[\w-]+$/,
    error: "This link isn’t complete. Please copy it from your assistant again.",
  }),
});
/** The customer's cart with what an assistant had chosen, and what of it could not be added, and why. */
export const takenCart = z.object({ ...cartCount, problems: z.array(z.string()) });
export type TakenCart = z.infer<typeof takenCart>;

/** A page of the cart, with ids and amounts of the whole. Amounts exclude unavailable items. */
export const cartResponse = z.extend(listOf(cartItem), {
  ...cartCount,
  /** The sum of price × quantity, less the offers' discounts. */
  totalPrice: z.number(),
  /** The customer's savings: the sum of (original price − price) × quantity, and the offers' discounts. */
  totalDiscount: z.number(),
  offers: z.array(appliedOffer),
  code: z.nullable(cartCode),
  samples: cartSamples,
  /** Whether every item is available at its agreed price. */
  payable: z.boolean(),
  /** Why no order of this total can be placed, for example above the shop's maximum; null if one can. */
  totalProblem: z.nullable(z.string()),
});
export type Cart = z.infer<typeof cartResponse>;
