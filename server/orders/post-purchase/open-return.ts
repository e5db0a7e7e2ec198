/** The open return of an order, whose state the order follows. */

import { and, asc, eq, inArray } from "drizzle-orm";
import type { ReturnState } from "../../../contract/orders/returns.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { orderReturn, orderReturnLine } from "../../platform/database/schema.ts";
import type { LineUnits } from "../orders/invoice/credit-notes.ts";

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

/**
 * Checks the units that staff has named against the maximum of each line.
 * @returns the named units of an item
 * @throws ApiError (422) naming the option
 */
export function quantitiesOf(
  option: string,
  units: readonly LineUnits[],
  lines: readonly { position: number; max: number }[],
): (position: number) => number {
  for (const { position, quantity } of units) {
    const max = lines.find((line) => line.position === position)?.max;
    if (max === undefined) throw ApiError.ofField(option, `--${option}: item ${position} is not among them.`);
    if (quantity > max) throw ApiError.ofField(option, `--${option}: there are only ${max} of item ${position}.`);
  }
  return (position) => units.find((one) => one.position === position)?.quantity ?? 0;
}
