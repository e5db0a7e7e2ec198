import type { PaymentMethod } from "../../../contract/orders/schemas.ts";
import type { Paise } from "../../base/money.ts";
import { minutesAfter } from "../../base/time.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { hasSameItems, type OrderedItem } from "../../orders/orders/pending-order.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { OrderGift, OrderOffer, OrderTerms, PostalAddress } from "../../platform/database/schema.ts";
import type { OfferDecision } from "../../selling/offers/apply-offers.ts";
import type { Terms } from "../../selling/pricing/price.ts";
import type { PincodeService } from "../../selling/shipping/courier-service.ts";
import { isSameGift } from "./gift-terms.ts";
import type { OrderRules } from "./requested-order.ts";

/** The addresses of an order. */
export interface Addresses {
  shipping: PostalAddress;
  billing: PostalAddress;
}

/** The content of an order placed now. */
export interface OrderContent {
  items: OrderedItem[];
  /** The value of the goods after offers. */
  goodsPaise: Paise;
  totals: Totals;
  terms: Terms;
  decision: OfferDecision;
  /** With which fewer of the items can be priced later. */
  orderTerms: OrderTerms;
  addresses: Addresses;
  shipping: ChosenShipping;
  gift: OrderGift | null;
  paymentMethod: PaymentMethod;
  /** What couriers do at its pincode; undefined where they were not asked. */
  couriers: PincodeService | undefined;
}

/** With what is known only after the customer and their other orders are read: the advance, and the number. */
export interface AdvanceContent extends OrderContent {
  advancePaise: Paise;
  /** The buyer's mobile number; empty if it is not known yet. */
  mobile: string;
}

const TOTALS = ["subtotalPaise", "discountPaise", "roundingPaise", "shippingPaise", "feesPaise", "totalPaise"] as const;
export type Totals = Pick<OrderRow, (typeof TOTALS)[number]>;
type ChosenShipping = Pick<OrderRow, "shippingMethod" | "shippingMethodName" | "deliverBy">;

/** How long a pending order is offered again; later attempts place a new one. */
const REUSE_MINUTES = 60;

const sameAddress = (left: PostalAddress, right: PostalAddress) =>
  (["street", "city", "state", "pincode"] as const).every((part) => left[part] === right[part]);

const sameOffers = (left: readonly OrderOffer[], right: readonly OrderOffer[]) =>
  left.length === right.length &&
  left.every(({ name, code, discountPaise }, at) => {
    const other = right[at];
    return name === other?.name && code === other.code && discountPaise === other.discountPaise;
  });

/** Whether a pending order can be offered again instead of a new one: it is recent and has the same content. */
export async function isSameOrder(
  trx: DatabaseOrTransaction,
  pending: OrderRow,
  { items, totals, decision, addresses, shipping, gift, paymentMethod, advancePaise, mobile }: AdvanceContent,
  { now, isTest }: Pick<OrderRules, "now" | "isTest">,
): Promise<boolean> {
  if (pending.isTest !== isTest || now > minutesAfter(pending.createdAt, REUSE_MINUTES)) return false;
  if (TOTALS.some((total) => pending[total] !== totals[total])) return false;
  if (!sameOffers(pending.offers, decision.applied)) return false;
  if (pending.paymentMethod !== paymentMethod || pending.advancePaise !== advancePaise) return false;
  if (pending.mobile !== mobile) return false;
  if (pending.shippingMethod !== shipping.shippingMethod) return false;
  if (!isSameGift(pending.gift, gift)) return false;
  if (!sameAddress(pending.shippingAddress, addresses.shipping)) return false;
  if (!sameAddress(pending.billingAddress, addresses.billing)) return false;
  return hasSameItems(trx, pending.id, items);
}
