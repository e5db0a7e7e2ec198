import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { DraftOrder, DraftOrderState } from "../../../contract/draft-orders/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { toRupees } from "../../base/money.ts";
import { hashToken } from "../../base/secrets.ts";
import { type OrderRow, readOrderRow } from "../../orders/orders/order-row.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import {
  customerOrder,
  draftOrder,
  draftOrderFormerLink,
  draftOrderItem,
  product,
  variant,
} from "../../platform/database/schema.ts";
import { readOffers } from "../../selling/offers/read-offers.ts";
import { totalProblem } from "../../selling/pricing/order-total.ts";
import { isPurchasable } from "../../selling/variants/published.ts";
import { type CartRow, currentProduct, currentVariant } from "../../shop/cart/read-cart.ts";
import { automaticOffers, requirePayableCart, toOrderContent } from "../checkout/price-order.ts";
import type { OrderRules, RequestedOrder } from "../checkout/requested-order.ts";

export type DraftOrderRow = typeof draftOrder.$inferSelect;

export interface FoundDraftOrder {
  draft: DraftOrderRow;
  /** The order of the latest attempt to pay. */
  order: Pick<OrderRow, "number" | "paidAt"> | null;
}

/** @throws ApiError (404) for an unknown token */
export async function findDraftOrder(db: DatabaseOrTransaction, token: string): Promise<FoundDraftOrder> {
  const hash = hashToken(token);
  const ofFormerLink = db
    .select({ id: draftOrderFormerLink.draftId })
    .from(draftOrderFormerLink)
    .where(eq(draftOrderFormerLink.tokenHash, hash));
  const [found] = await db
    .select({ draft: draftOrder, order: { number: customerOrder.number, paidAt: customerOrder.paidAt } })
    .from(draftOrder)
    .leftJoin(customerOrder, eq(customerOrder.id, draftOrder.orderId))
    .where(or(eq(draftOrder.tokenHash, hash), inArray(draftOrder.id, ofFormerLink)));
  if (!found)
    throw new ApiError("not_found", "This link isn’t valid. Please copy it from the email again, or write to us.");
  return found;
}

/**
 * Finds a draft by id and locks it until the transaction ends; its customer is locked before it.
 * @throws ApiError (404) for an unknown id
 */
export async function lockDraftOrder(trx: DatabaseOrTransaction, id: number): Promise<FoundDraftOrder> {
  const [draft] = await trx.select().from(draftOrder).where(eq(draftOrder.id, id)).for("update");
  if (!draft) throw new ApiError("not_found", "There is no such draft order.");
  return { draft, order: draft.orderId === null ? null : await readOrderRow(trx, draft.orderId) };
}

/** Locks a draft after its customer. @throws ApiError (404) for an unknown id */
export async function lockDraftOrderOfCustomer(trx: DatabaseOrTransaction, id: number): Promise<FoundDraftOrder> {
  const [known] = await trx.select({ customerId: draftOrder.customerId }).from(draftOrder).where(eq(draftOrder.id, id));
  if (known) await lockCustomer(trx, known.customerId);
  return lockDraftOrder(trx, id);
}

/** Returns the draft's state. A paid draft stays paid even if its order is cancelled or refunded later. */
export function draftOrderState({ draft, order }: FoundDraftOrder, now: Date): DraftOrderState {
  if (order?.paidAt) return "paid";
  if (draft.cancelledAt) return "cancelled";
  return draft.validUntil <= now ? "expired" : "open";
}

/** Reads the items of a draft at today's prices, in the form of cart items. */
export async function readDraftOrderItems(
  db: DatabaseOrTransaction,
  { id, customerId }: Pick<DraftOrderRow, "id" | "customerId">,
): Promise<CartRow[]> {
  const [pending] = await db
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(and(eq(customerOrder.customerId, customerId), eq(customerOrder.state, "pending")));
  const rows = await db
    .select({
      productId: product.id,
      variantId: variant.id,
      firstVariantId: product.firstVariantId,
      quantity: draftOrderItem.quantity,
      isAvailable: isPurchasable,
      current: currentProduct,
      currentVariant: currentVariant(customerId),
    })
    .from(draftOrderItem)
    .innerJoin(variant, eq(variant.id, draftOrderItem.variantId))
    .innerJoin(product, eq(product.id, variant.productId))
    .where(eq(draftOrderItem.draftId, id))
    .orderBy(asc(variant.id));
  return rows.map(({ current, currentVariant: sold, firstVariantId, isAvailable, ...row }) => ({
    ...row,
    isFirst: row.variantId === firstVariantId,
    // The customer agrees to the total on the page.
    agreedPricePaise: sold.pricePaise,
    slug: current.slug,
    title: current.title,
    subTitle: current.subTitle,
    label: sold.label,
    image: current.image,
    categoryIds: [current.categoryId, current.subcategoryId].filter((one) => typeof one === "number"),
    hasPendingOrder: pending !== undefined,
    // Placing the order reads them.
    hasUnpaidOrders: true,
    variant: isAvailable ? sold : null,
  }));
}

/**
 * Prices a draft order. If it has a `problem`, its totals are 0.
 * @param rows of `readDraftOrderItems`
 */
export async function priceDraftOrder(
  db: DatabaseOrTransaction,
  customerId: number,
  rows: readonly CartRow[],
  requested: RequestedOrder,
  rules: OrderRules,
): Promise<Pick<DraftOrder, "items" | "subtotal" | "totalDiscount" | "shipping" | "totalPrice" | "problem">> {
  const items = rows.map(({ title, label, quantity, variant: sold, agreedPricePaise, image }) => ({
    title,
    size: label,
    quantity,
    price: toRupees(sold?.pricePaise ?? agreedPricePaise),
    ...(typeof sold?.originalPricePaise === "number" && { originalPrice: toRupees(sold.originalPricePaise) }),
    image,
  }));
  try {
    requirePayableCart(rows, rules.maxUnits);
    const offers = automaticOffers(await readOffers(db, customerId, rules.now));
    const { totals } = toOrderContent(rows, offers, requested, rules);
    const problem = totalProblem(totals.totalPaise, rules.maxPaise);
    if (problem !== null) throw ApiError.ofField("items", problem, "order_amount");
    return {
      items,
      subtotal: toRupees(totals.subtotalPaise),
      totalDiscount: toRupees(totals.discountPaise),
      shipping: toRupees(totals.shippingPaise),
      totalPrice: toRupees(totals.totalPaise),
      problem: null,
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const problem = error.errors?.[0]?.message ?? error.message;
    return { items, subtotal: 0, totalDiscount: 0, shipping: 0, totalPrice: 0, problem };
  }
}
