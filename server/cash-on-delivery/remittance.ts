/** Compares the cash that couriers remit with the orders they have delivered. */

import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { REMITTANCE_RESULTS } from "../../contract/admin/cash.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { cashRemittance, customerOrder, shipment } from "../database/schema.ts";
import { type Paise, paise } from "../money.ts";
import { cashPaise } from "../orders/balance.ts";
import { CASH_DUE, isOverdue } from "../orders/cash-due.ts";

const ROWS_A_STATEMENT = 1000;

/** One line of a courier's list. */
export interface RemittedParcel {
  awb: string;
  amountPaise: Paise;
}

/** `repeated`: this remittance already has the parcel. `unknown`: no order for cash on delivery has this AWB. */
export type RemittanceResult = (typeof REMITTANCE_RESULTS)[number];

export interface MatchedParcel extends RemittedParcel {
  result: RemittanceResult;
  orderNumber: string | null;
  /** The order's total less its advance. */
  duePaise: Paise;
  /** The sum of all remittances for it. */
  remittedPaise: Paise;
}

/** Returns the result for an order. @param remittedPaise the sum of all remittances for it */
export function resultOf(duePaise: Paise, remittedPaise: Paise): "full" | "short" | "over" {
  if (remittedPaise === duePaise) return "full";
  return remittedPaise < duePaise ? "short" : "over";
}

/**
 * Records a courier's remittance, and compares each parcel with its order. Idempotent. A trigger marks an order that is remitted in full
 * (functions/cash-remittances.sql).
 * @param reference the courier's
 * @param utr the bank's reference for the transfer, if it is already known; recording the remittance again adds it
 * @param receivedOn such as "2026-11-25"
 */
export async function recordRemittance(
  trx: DatabaseOrTransaction,
  parcels: readonly RemittedParcel[],
  { reference, utr = null, receivedOn, now }: { reference: string; utr?: string | null; receivedOn: string; now: Date },
): Promise<MatchedParcel[]> {
  const known = await trx
    .select({
      awb: shipment.awb,
      orderId: customerOrder.id,
      number: customerOrder.number,
      due: cashPaise,
    })
    .from(shipment)
    .innerJoin(customerOrder, eq(customerOrder.id, shipment.orderId))
    .where(
      and(
        inArray(
          shipment.awb,
          parcels.map(({ awb }) => awb),
        ),
        eq(customerOrder.paymentMethod, "cash_on_delivery"),
      ),
    );
  if (utr !== null)
    await trx
      .update(cashRemittance)
      .set({ utr })
      .where(and(eq(cashRemittance.reference, reference), isNull(cashRemittance.utr)));
  const byAwb = new Map(known.map((order) => [order.awb, order]));
  const matching = parcels.flatMap(({ awb, amountPaise }) => {
    const order = byAwb.get(awb);
    return order ? [{ awb, amountPaise, orderId: order.orderId, reference, utr, receivedOn, recordedAt: now }] : [];
  });
  const added = new Set<string>();
  for (let at = 0; at < matching.length; at += ROWS_A_STATEMENT)
    for (const { awb } of await trx
      .insert(cashRemittance)
      .values(matching.slice(at, at + ROWS_A_STATEMENT))
      .onConflictDoNothing()
      .returning({ awb: cashRemittance.awb }))
      added.add(awb);
  const remitted = await remittedFor(
    trx,
    known.map(({ orderId }) => orderId),
  );
  return parcels.map((parcel) => {
    const order = byAwb.get(parcel.awb);
    if (!order) return { ...parcel, result: "unknown", orderNumber: null, duePaise: paise(0), remittedPaise: paise(0) };
    const remittedPaise = remitted.get(order.orderId) ?? paise(0);
    const result = added.has(parcel.awb) ? resultOf(order.due, remittedPaise) : "repeated";
    return { ...parcel, result, orderNumber: order.number, duePaise: order.due, remittedPaise };
  });
}

/** Sums up what couriers have paid for these orders, by their ids; an order without remittances is missing. */
export async function remittedFor(
  trx: DatabaseOrTransaction,
  orderIds: readonly number[],
): Promise<Map<number, Paise>> {
  if (orderIds.length === 0) return new Map();
  const sums = await trx
    .select({
      orderId: cashRemittance.orderId,
      paise: sql<number>`coalesce(sum(${cashRemittance.amountPaise}), 0)::bigint`.mapWith(Number),
    })
    .from(cashRemittance)
    .where(inArray(cashRemittance.orderId, [...orderIds]))
    .groupBy(cashRemittance.orderId);
  return new Map(sums.map((sum) => [sum.orderId, paise(sum.paise)]));
}

export interface OverdueOrder {
  number: string;
  deliveredAt: Date;
  duePaise: Paise;
  remittedPaise: Paise;
}

/** Lists at most `max` orders for cash on delivery that were delivered before a date and are not remitted in full, oldest first. */
export async function listOverdue(
  db: DatabaseOrTransaction,
  deliveredBefore: Date,
  { max }: { max: number },
): Promise<OverdueOrder[]> {
  const rows = await db
    .select({
      id: customerOrder.id,
      number: customerOrder.number,
      deliveredAt: customerOrder.deliveredAt,
      due: cashPaise,
    })
    .from(customerOrder)
    .where(and(CASH_DUE, isOverdue(deliveredBefore)))
    .orderBy(asc(customerOrder.deliveredAt), asc(customerOrder.id))
    .limit(max);
  const remitted = await remittedFor(
    db,
    rows.map(({ id }) => id),
  );
  return rows.flatMap(({ id, number, deliveredAt, due }) =>
    deliveredAt ? [{ number, deliveredAt, duePaise: due, remittedPaise: remitted.get(id) ?? paise(0) }] : [],
  );
}

export interface Transfer {
  reference: string;
  utr: string | null;
  receivedOn: string;
  parcels: number;
  amountPaise: Paise;
}

/** Lists what couriers have paid, one row per reference, latest first. The sum, after deductions, is the line of the bank statement. */
export async function listTransfers(db: DatabaseOrTransaction, { max }: { max: number }): Promise<Transfer[]> {
  return db
    .select({
      reference: cashRemittance.reference,
      utr: sql<string | null>`max(${cashRemittance.utr})`,
      receivedOn: sql<string>`max(${cashRemittance.receivedOn})::text`,
      parcels: sql<number>`count(*)::int`,
      amountPaise: sql<Paise>`sum(${cashRemittance.amountPaise})::bigint`.mapWith((sum) => paise(Number(sum))),
    })
    .from(cashRemittance)
    .groupBy(cashRemittance.reference)
    .orderBy(desc(sql`max(${cashRemittance.receivedOn})`), desc(sql`max(${cashRemittance.id})`))
    .limit(max);
}
