import { eq, inArray, or } from "drizzle-orm";
import type { DraftOrderPreview } from "../../../contract/admin/draft-orders.ts";
import type { DraftOrderState } from "../../../contract/draft-orders/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { hashToken } from "../../base/secrets.ts";
import { type OrderRow, readOrderRow } from "../../orders/orders/order-row.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import { customerOrder, draftOrder, draftOrderFormerLink, draftOrderItem } from "../../platform/database/schema.ts";
import type { CartRow } from "../../shop/cart/read-cart.ts";
import { readVariantRows } from "../../shop/cart/read-variants.ts";
import type { OrderRules, RequestedOrder } from "../checkout/requested-order.ts";
import { priceLinkedDraft } from "./price-linked-draft.ts";

export type DraftOrderRow = typeof draftOrder.$inferSelect;

export interface FoundDraftOrder {
  draft: DraftOrderRow;
  /** The order of the latest attempt to pay. */
  order: Pick<OrderRow, "number" | "paidAt"> | null;
}

/** Returns null for an unknown token. */
export async function findDraftOrder(db: DatabaseOrTransaction, token: string): Promise<FoundDraftOrder | null> {
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
  return found ?? null;
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
  const chosen = await db
    .select({ variantId: draftOrderItem.variantId, quantity: draftOrderItem.quantity })
    .from(draftOrderItem)
    .where(eq(draftOrderItem.draftId, id));
  return readVariantRows(db, chosen, customerId);
}

/** Staff has made it for this customer. */
export const DRAFT_OFFERS = { code: null, isProven: true } as const;

/** Prices a draft order. If it has a `problem`, its totals are 0. */
export async function priceDraftOrder(
  db: DatabaseOrTransaction,
  draft: Pick<DraftOrderRow, "id" | "customerId">,
  requested: RequestedOrder,
  rules: OrderRules,
): Promise<DraftOrderPreview> {
  const rows = await readDraftOrderItems(db, draft);
  const { customerId } = draft;
  return (await priceLinkedDraft(db, { customerId, rows, offers: DRAFT_OFFERS }, requested, rules)).amounts;
}
