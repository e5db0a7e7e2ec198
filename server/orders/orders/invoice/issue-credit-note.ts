import { asc, eq, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { type CreditReason, orderItem } from "../../../platform/database/schema.ts";
import { readOrderRow } from "../order-row.ts";
import type { PreparedCreditNote } from "./credit-notes.ts";
import { numberCreditNote } from "./document-numbers.ts";
import { composeNoteOf } from "./read-credit-note.ts";

/**
 * Issues a prepared credit note of a locked order: stores what it states, and numbers it. Nothing follows in the transaction, because its
 * last statement gives the number.
 */
export async function issueCreditNote(
  trx: DatabaseOrTransaction,
  { orderId, position, lines, reasons = [] }: PreparedCreditNote,
  { reason, refundId, at }: { reason: CreditReason; refundId: number | null; at: Date },
): Promise<string> {
  const credited = JSON.stringify(lines.map((line) => ({ position: line.position, quantity: line.quantity })));
  await trx.execute(sql`update ${orderItem} set credited_quantity = credited_quantity + credited.quantity
    from jsonb_to_recordset(${credited}::jsonb) as credited (position smallint, quantity int)
    where ${orderItem.orderId} = ${orderId} and ${orderItem.position} = credited.position`);
  const order = await readOrderRow(trx, orderId);
  if (!order) throw new Error(`there is no order ${orderId}`);
  const items = await trx
    .select()
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId))
    .orderBy(asc(orderItem.position));
  const itemAt = new Map(items.map((item) => [item.position, item]));
  const creditedItems = lines.flatMap((line) => {
    const item = itemAt.get(line.position);
    return item ? [{ item, line }] : [];
  });
  const content = await composeNoteOf(trx, order, creditedItems, { reason, issuedAt: at });
  return numberCreditNote(trx, {
    orderId,
    position,
    refundId,
    reason,
    note: reasons.join(" "),
    lines,
    at,
    content,
  });
}
