import { and, eq, isNull } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { lockOrderById } from "../../orders/orders/order-row.ts";
import { endUnpaidOrder } from "../../orders/post-purchase/cancel-order.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { draftOrder, type OrderCause } from "../../platform/database/schema.ts";
import { type DraftOrderRow, draftOrderState, lockDraftOrderOfCustomer } from "./read-draft-order.ts";

/**
 * Cancels a draft order, and ends the order of its latest attempt to pay. What is paid in a window that is still open is refunded.
 * @throws ApiError (404) for an unknown id, (409) if it is paid
 */
export async function cancelDraftOrder(
  db: Database,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await db.transaction(async (trx) => {
    const { draft, order } = await lockDraftOrderOfCustomer(trx, id);
    if (draftOrderState({ draft, order }, now) === "paid")
      throw new ApiError("already_paid", "This order is paid. Please cancel the order itself.");
    await trx
      .update(draftOrder)
      .set({ cancelledAt: now })
      .where(and(eq(draftOrder.id, id), isNull(draftOrder.cancelledAt)));
    await endAttempt(trx, draft, { cause: "staff", reason: "We cancelled it before it was paid.", now });
    await recordAudit(
      trx,
      actor,
      { action: "draft_order.cancelled", subject: { type: "draft_order" as const, id: String(id) } },
      now,
    );
  });
}

/** Ends the order of the latest attempt to pay a locked draft: what is paid in a window that is still open is refunded. */
export async function endAttempt(
  trx: DatabaseOrTransaction,
  { orderId }: Pick<DraftOrderRow, "orderId">,
  { cause, reason, now }: { cause: OrderCause; reason: string; now: Date },
): Promise<void> {
  if (orderId === null) return;
  const order = await lockOrderById(trx, orderId);
  if (order?.state !== "pending" && order?.state !== "expired") return;
  await endUnpaidOrder(trx, order, { cause, reason, now });
}
