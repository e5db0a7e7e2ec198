import { and, asc, eq, gt } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { creditNote, creditNoteLine, orderItem, refund } from "../database/schema.ts";
import { formatRupees, sumPaise } from "../money.ts";
import { totalOf } from "../orders/credit-notes.ts";
import { itemName } from "../orders/item-name.ts";

/** What an order action credits and refunds, for the option `--preview`. */

/** The newest credit note and refund of an order. */
export interface Position {
  creditNote: number;
  refund: number;
}

export async function readPosition(trx: DatabaseOrTransaction, orderId: number): Promise<Position> {
  const notes = await trx
    .select({ position: creditNote.position })
    .from(creditNote)
    .where(eq(creditNote.orderId, orderId));
  const refunds = await trx.select({ id: refund.id }).from(refund).where(eq(refund.orderId, orderId));
  return {
    creditNote: Math.max(0, ...notes.map(({ position }) => position)),
    refund: Math.max(0, ...refunds.map(({ id }) => id)),
  };
}

/** Lists the credit notes and refunds that an order has got since a position. */
export async function previewLines(trx: DatabaseOrTransaction, orderId: number, since: Position): Promise<string[]> {
  const credited = await trx
    .select({ line: creditNoteLine, item: orderItem })
    .from(creditNote)
    .innerJoin(creditNoteLine, eq(creditNoteLine.creditNoteId, creditNote.id))
    .innerJoin(
      orderItem,
      and(eq(orderItem.orderId, creditNoteLine.orderId), eq(orderItem.position, creditNoteLine.position)),
    )
    .where(and(eq(creditNote.orderId, orderId), gt(creditNote.position, since.creditNote)))
    .orderBy(asc(creditNote.position), asc(creditNoteLine.position));
  const refunds = await trx
    .select({ amountPaise: refund.amountPaise })
    .from(refund)
    .where(and(eq(refund.orderId, orderId), gt(refund.id, since.refund)))
    .orderBy(asc(refund.id));
  return [
    "Preview: nothing is stored.",
    ...credited.map(
      ({ line, item }) =>
        `Credit note  ${line.quantity} × ${itemName(item)}, taxable ${formatRupees(line.taxablePaise)}, CGST ${formatRupees(line.cgstPaise)}, SGST ${formatRupees(line.sgstPaise)}, IGST ${formatRupees(line.igstPaise)}: ${formatRupees(totalOf(line))}`,
    ),
    credited.length === 0
      ? "No credit note"
      : `Credit note  total ${formatRupees(sumPaise(credited.map(({ line }) => totalOf(line))))}`,
    ...refunds.map(({ amountPaise }) => `Refund       ${formatRupees(amountPaise)}`),
    ...(refunds.length === 0 ? ["No refund"] : []),
  ];
}
