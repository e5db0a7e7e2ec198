import { and, eq, isNull } from "drizzle-orm";
import { type Actor, recordAudit } from "../audit/record-audit.ts";
import type { Database } from "../database/database.ts";
import { customerOrder, draftOrder } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { draftOrderState } from "./read-draft-order.ts";

/**
 * Cancels a draft order. An already opened payment can still be completed: its order is like any other.
 * @throws ApiError (404) for an unknown id, (409) if it is paid
 */
export async function cancelDraftOrder(
  db: Database,
  id: number,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  await db.transaction(async (trx) => {
    const [locked] = await trx.select().from(draftOrder).where(eq(draftOrder.id, id)).for("update");
    if (!locked) throw new ApiError("not_found", "There is no such draft order.");
    const [order] = locked.orderId
      ? await trx
          .select({ number: customerOrder.number, paidAt: customerOrder.paidAt })
          .from(customerOrder)
          .where(eq(customerOrder.id, locked.orderId))
      : [];
    if (draftOrderState({ draft: locked, order: order ?? null }, now) === "paid")
      throw new ApiError("already_paid", "This order is paid. Please cancel the order itself.");
    await trx
      .update(draftOrder)
      .set({ cancelledAt: now })
      .where(and(eq(draftOrder.id, id), isNull(draftOrder.cancelledAt)));
    await recordAudit(
      trx,
      actor,
      { action: "draft_order.cancelled", subject: { type: "draft_order" as const, id: String(id) } },
      now,
    );
  });
}
