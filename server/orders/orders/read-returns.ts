import { and, asc, countDistinct, eq, gt, inArray } from "drizzle-orm";
import type { ReturnReason } from "../../../contract/admin/orders.ts";
import type { OrderReturn } from "../../../contract/orders/returns.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderReturn, orderReturnLine, orderReturnPhoto } from "../../platform/database/schema.ts";

/** Reads the returns of an order, oldest first. */
export async function readReturns(db: DatabaseOrTransaction, orderId: number): Promise<OrderReturn[]> {
  const returns = await db
    .select()
    .from(orderReturn)
    .where(eq(orderReturn.orderId, orderId))
    .orderBy(asc(orderReturn.id));
  if (returns.length === 0) return [];
  const ids = returns.map(({ id }) => id);
  const lines = await db
    .select()
    .from(orderReturnLine)
    .where(inArray(orderReturnLine.returnId, ids))
    .orderBy(asc(orderReturnLine.position));
  const photos = await db.select().from(orderReturnPhoto).where(inArray(orderReturnPhoto.returnId, ids));
  return returns.map(({ id, state, reason, isDefect, answer, requestedAt, decidedAt }) => ({
    state,
    reason,
    isDefect,
    answer,
    requestedAt: requestedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
    lines: lines
      .filter(({ returnId }) => returnId === id)
      .map(({ position, quantity, receivedQuantity, replacedQuantity }) => ({
        position,
        quantity,
        receivedQuantity,
        replacedQuantity,
      })),
    photos: photos.filter(({ returnId }) => returnId === id).map(({ picture }) => picture),
  }));
}

/** Reads staff's reasons for its decisions about the returns of an order, oldest first. */
export async function readDecisionReasons(
  db: DatabaseOrTransaction,
  orderId: number,
): Promise<(ReturnReason | null)[]> {
  const returns = await db
    .select({ decisionReason: orderReturn.decisionReason })
    .from(orderReturn)
    .where(eq(orderReturn.orderId, orderId))
    .orderBy(asc(orderReturn.id));
  return returns.map(({ decisionReason }) => decisionReason);
}

/** Counts the accepted returns of an order with units that are replaced. */
export async function countReplacements(db: DatabaseOrTransaction, orderId: number): Promise<number> {
  const [counted] = await db
    .select({ returns: countDistinct(orderReturnLine.returnId) })
    .from(orderReturnLine)
    .innerJoin(orderReturn, eq(orderReturn.id, orderReturnLine.returnId))
    .where(
      and(eq(orderReturn.orderId, orderId), eq(orderReturn.state, "accepted"), gt(orderReturnLine.replacedQuantity, 0)),
    );
  return counted?.returns ?? 0;
}
