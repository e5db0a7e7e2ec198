import type { WorkingCalendar } from "../../../contract/shipping/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { type CourierService, type PincodeService, serviceFor } from "../../selling/shipping/courier-service.ts";
import {
  type Destination,
  type MethodRate,
  methodsFor,
  type ShippingRules,
} from "../../selling/shipping/shipping-rules.ts";
import type { priceWithOffers } from "../../shop/cart/cart-offers.ts";
import type { CartRow } from "../../shop/cart/read-cart.ts";

/** What is in stock of a cart, priced. */
type Goods = Pick<ReturnType<typeof priceWithOffers<CartRow>>, "lines" | "decision" | "totalPaise">;

/** The owner's shipping rules, and what couriers do at the destination, as a checkout needs them. */
export interface ShippingTerms {
  rules: ShippingRules;
  calendar: WorkingCalendar;
  /** Undefined where they were not asked: without a destination, and for what staff ships. */
  couriers?: CourierService | undefined;
}

/** Returns what couriers do for a cart, whose free samples go into its parcel; undefined where they were not asked. */
export function couriersFor({ lines, decision }: Goods, { couriers }: ShippingTerms): PincodeService | undefined {
  const units = [...lines.flatMap(({ item }) => item.variant ?? []), ...(decision.samples?.chosen ?? [])];
  return couriers && serviceFor(couriers, units);
}

/**
 * Lists the methods for a cart.
 * @param destination null while it is unknown
 */
export function shippingMethodsOf(goods: Goods, terms: ShippingTerms, destination: Destination | null): MethodRate[] {
  if (couriersFor(goods, terms)?.isServed === false) return [];
  return methodsFor(terms.rules, destination, { goodsPaise: goods.totalPaise, grams: gramsOf(goods) });
}

/** Sums the weight of the items; an item of unknown weight counts as 0. */
const gramsOf = ({ lines }: Goods) =>
  lines.reduce((sum, { item, quantity }) => sum + (item.variant?.weightGrams ?? 0) * quantity, 0);

/**
 * Returns the shipping method of an order.
 * @param code as chosen; undefined for the default
 * @throws ApiError (409) if the shop does not deliver there, or not by this method
 */
export function requireShippingMethod(
  methods: readonly MethodRate[],
  code: string | undefined,
  { pincode }: Destination,
): MethodRate {
  const [usual] = methods;
  if (!usual)
    throw ApiError.ofField(
      "address.pincode",
      `Sorry, we don’t deliver to ${pincode} yet. Please choose another address, or write to us.`,
      "not_delivered",
    );
  const chosen = code === undefined ? usual : methods.find(({ method }) => method.code === code);
  if (chosen) return chosen;
  const message = `This shipping method isn’t available for ${pincode}. Please choose another one.`;
  throw ApiError.ofField("shipping_method", message, "not_delivered");
}
