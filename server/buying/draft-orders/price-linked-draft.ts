/** What an order costs that is not that of a cart. */

import type { DraftOrder } from "../../../contract/draft-orders/schemas.ts";
import type { FieldError } from "../../../contract/errors.ts";
import { ApiError } from "../../base/errors.ts";
import { toRupees } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type LinkedOffers, readLinkedOffers } from "../../selling/offers/read-offers.ts";
import { totalProblem } from "../../selling/pricing/order-total.ts";
import { toOffers } from "../../shop/cart/cart-offers.ts";
import type { CartRow } from "../../shop/cart/read-cart.ts";
import type { OrderContent } from "../checkout/order-content.ts";
import { requirePayableCart, toOrderContent } from "../checkout/price-order.ts";
import type { OrderRules, RequestedOrder } from "../checkout/requested-order.ts";

/** What is ordered, by whom. */
export interface LinkedOrder {
  /** Null for somebody without an account. */
  customerId: number | null;
  /** Of `readVariantRows`. */
  rows: readonly CartRow[];
  offers: LinkedOffers;
}

type Amounts = Pick<
  DraftOrder,
  "items" | "subtotal" | "totalDiscount" | "shipping" | "shippingMethod" | "offers" | "code" | "totalPrice" | "problem"
>;

/** @throws ApiError if it cannot be ordered now, as `placeOrder` */
export async function contentOf(
  db: DatabaseOrTransaction,
  { customerId, rows, offers }: LinkedOrder,
  requested: RequestedOrder,
  rules: OrderRules,
): Promise<OrderContent> {
  requirePayableCart(rows, rules.maxUnits);
  const content = toOrderContent(rows, await readLinkedOffers(db, customerId, offers, rules.now), requested, rules);
  const problem = totalProblem(content.totals.totalPaise, rules.maxPaise);
  if (problem !== null) throw ApiError.ofField("items", problem, "order_amount");
  return content;
}

/** Prices it for the page of its link. If it has a `problem`, its totals are 0. */
export async function priceLinkedDraft(
  db: DatabaseOrTransaction,
  order: LinkedOrder,
  requested: RequestedOrder,
  rules: OrderRules,
): Promise<{ amounts: Amounts; content: OrderContent | null }> {
  const items = order.rows.map(toItem);
  try {
    const content = await contentOf(db, order, requested, rules);
    const { totals, shipping } = content;
    const amounts = {
      items,
      subtotal: toRupees(totals.subtotalPaise),
      totalDiscount: toRupees(totals.discountPaise),
      shipping: toRupees(totals.shippingPaise),
      shippingMethod: { name: shipping.shippingMethodName, deliverBy: shipping.deliverBy },
      ...toOffers(content.decision),
      totalPrice: toRupees(totals.totalPaise),
      problem: null,
    };
    return { amounts, content };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { amounts: withoutAmounts(order.rows, problemOf(error)), content: null };
  }
}

/** The items of an order that cannot be placed now, and why. */
export const withoutAmounts = (rows: readonly CartRow[], problem: string): Amounts => ({
  items: rows.map(toItem),
  ...{ subtotal: 0, totalDiscount: 0, shipping: 0, totalPrice: 0 },
  shippingMethod: null,
  offers: [],
  code: null,
  problem,
});

const toItem = ({ title, label, quantity, variant: sold, agreedPricePaise, image }: CartRow) => ({
  title,
  size: label,
  quantity,
  price: toRupees(sold?.pricePaise ?? agreedPricePaise),
  ...(typeof sold?.originalPricePaise === "number" && { originalPrice: toRupees(sold.originalPricePaise) }),
  image,
});

const problemOf = ({ errors, message }: { errors?: readonly FieldError[] | undefined; message: string }) =>
  errors?.[0]?.message ?? message;
