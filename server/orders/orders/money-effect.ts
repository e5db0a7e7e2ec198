import { and, asc, eq, gt, max } from "drizzle-orm";
import { type Paise, sumPaise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { creditNote, creditNoteLine, orderEvent, orderItem } from "../../platform/database/schema.ts";
import { totalOf } from "../../selling/pricing/tax.ts";
import { readLatestRefund, readRefundsSince } from "../payment-records/refunds.ts";
import type { CreditLine } from "./invoice/document-numbers.ts";
import { creditLineName } from "./item-name.ts";

/** What an action has credited and refunded. A preview reads it before it rolls back. */
export interface MoneyEffect {
  creditLines: readonly (CreditLine & { name: string; totalPaise: Paise })[];
  creditedPaise: Paise;
  /** The refunds, usually one. */
  refundsPaise: readonly Paise[];
  refundedPaise: Paise;
  /** Why less is credited than was paid for the units, as sentences for the customer. */
  reasons: string;
}

/** The newest credit note and refund of an order. */
export interface MoneyPosition {
  creditNote: number;
  refund: number;
  event: number;
}

/** Reads the newest credit note and refund of an order before an action. */
export async function readMoneyPosition(trx: DatabaseOrTransaction, orderId: number): Promise<MoneyPosition> {
  const [last] = await trx
    .select({ position: max(creditNote.position) })
    .from(creditNote)
    .where(eq(creditNote.orderId, orderId));
  const [event] = await trx
    .select({ id: max(orderEvent.id) })
    .from(orderEvent)
    .where(eq(orderEvent.orderId, orderId));
  return { creditNote: last?.position ?? 0, refund: await readLatestRefund(trx, orderId), event: event?.id ?? 0 };
}

/** Reads the credit notes and refunds that were added to an order after a position. */
export async function readMoneyEffect(
  trx: DatabaseOrTransaction,
  orderId: number,
  since: MoneyPosition,
): Promise<MoneyEffect> {
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
  const creditLines = credited.map(({ line, item }) => {
    const totalPaise = totalOf(line);
    return { ...line, name: creditLineName(item, { ...line, totalPaise }), totalPaise };
  });
  const refundsPaise = await readRefundsSince(trx, orderId, since.refund);
  return {
    reasons: await readReasons(trx, orderId, since),
    creditLines,
    creditedPaise: sumPaise(creditLines.map(({ totalPaise }) => totalPaise)),
    refundsPaise,
    refundedPaise: sumPaise(refundsPaise),
  };
}

/** Reads the reasons from the credit note; an order that is not invoiced has none, but a sentence about its new total. */
async function readReasons(trx: DatabaseOrTransaction, orderId: number, since: MoneyPosition): Promise<string> {
  const notes = await trx
    .select({ note: creditNote.note })
    .from(creditNote)
    .where(and(eq(creditNote.orderId, orderId), gt(creditNote.position, since.creditNote)));
  const events =
    notes.length > 0
      ? []
      : await trx
          .select({ note: orderEvent.note })
          .from(orderEvent)
          .where(and(eq(orderEvent.orderId, orderId), gt(orderEvent.id, since.event)));
  return [...notes, ...events]
    .map(({ note }) => note)
    .filter(Boolean)
    .join(" ");
}
