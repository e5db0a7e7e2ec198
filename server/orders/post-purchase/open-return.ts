/** The open return of an order, whose state the order follows. */

import { and, asc, eq, inArray } from "drizzle-orm";
import type { ReturnState } from "../../../contract/orders/returns.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderReturn, orderReturnLine } from "../../platform/database/schema.ts";

export interface OpenReturn {
  id: number;
  lines: (typeof orderReturnLine.$inferSelect)[];
}

const OPEN: ReturnState[] = ["requested", "approved", "received"];

/** Reads the open return of a locked order whose state implies one. */
export async function readOpenReturn(trx: DatabaseOrTransaction, orderId: number): Promise<OpenReturn> {
  const [open] = await trx
    .select({ id: orderReturn.id })
    .from(orderReturn)
    .where(and(eq(orderReturn.orderId, orderId), inArray(orderReturn.state, OPEN)));
  if (!open) throw new Error(`order ${orderId} has no open return`);
  const lines = await trx
    .select()
    .from(orderReturnLine)
    .where(eq(orderReturnLine.returnId, open.id))
    .orderBy(asc(orderReturnLine.position));
  return { id: open.id, lines };
}

export async function changeReturn(
  trx: DatabaseOrTransaction,
  { id }: OpenReturn,
  values: Partial<typeof orderReturn.$inferInsert>,
): Promise<void> {
  await trx.update(orderReturn).set(values).where(eq(orderReturn.id, id));
}

/** Stores what happened to the units of a return. */
export async function saveLines(trx: DatabaseOrTransaction, { id, lines }: OpenReturn): Promise<void> {
  for (const { position, receivedQuantity, restockedQuantity, replacedQuantity } of lines)
    await trx
      .update(orderReturnLine)
      .set({ receivedQuantity, restockedQuantity, replacedQuantity })
      .where(and(eq(orderReturnLine.returnId, id), eq(orderReturnLine.position, position)));
}
