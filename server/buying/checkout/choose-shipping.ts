import type { WorkingCalendar } from "../../../contract/shipping/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { Paise } from "../../base/money.ts";
import type { CourierService } from "../../selling/shipping/courier-service.ts";
import {
  type Destination,
  type MethodRate,
  methodsFor,
  type ShippingRules,
} from "../../selling/shipping/shipping-rules.ts";
import type { CartRow } from "../../shop/cart/read-cart.ts";

/** The owner's shipping rules, and what couriers do at the destination, as a checkout needs them. */
export interface ShippingTerms {
  rules: ShippingRules;
  calendar: WorkingCalendar;
  /** Undefined where they were not asked: without a destination, and for what staff ships. */
  couriers?: CourierService | undefined;
}

/**
 * Lists the methods for a cart.
 * @param goodsPaise value of its goods after offers
 * @param destination null while it is unknown
 */
export function shippingMethodsOf(
  rows: readonly CartRow[],
  goodsPaise: Paise,
  { rules, couriers }: ShippingTerms,
  destination: Destination | null,
): MethodRate[] {
  if (couriers && !couriers.isServed) return [];
  return methodsFor(rules, destination, { goodsPaise, grams: gramsOf(rows) });
}

/** Sums the weight of the items in stock; an item of unknown weight counts as 0. */
const gramsOf = (rows: readonly CartRow[]) =>
  rows.reduce((sum, { variant, quantity }) => sum + (variant?.stock ? (variant.weightGrams ?? 0) * quantity : 0), 0);

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
