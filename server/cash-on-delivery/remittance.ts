import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { cashRemittance, customerOrder, shipment } from "../database/schema.ts";
import { type Paise, paise } from "../money.ts";

/** Compares the cash that couriers pay to the shop with the orders they have delivered. */

/** One line of a courier's list. */
export interface RemittedParcel {
  awb: string;
  amountPaise: Paise;
}

/** `repeated`: this reference has it already. `unknown`: no order for cash on delivery has this AWB. */
export type RemittanceResult = "full" | "short" | "over" | "repeated" | "unknown";

export interface MatchedParcel extends RemittedParcel {
  result: RemittanceResult;
  orderNumber: string | null;
  /** The order's total. */
  duePaise: Paise;
  /** What all remittances paid for it. */
  remittedPaise: Paise;
}

/** @param remittedPaise what all remittances together paid for an order */
export function resultOf(duePaise: Paise, remittedPaise: Paise): "full" | "short" | "over" {
  if (remittedPaise === duePaise) return "full";
  return remittedPaise < duePaise ? "short" : "over";
}

/**
 * Records a courier's list, and compares each parcel with its order. Recording it again changes nothing.
 * @param reference the courier's
 * @param utr the bank's number of the transfer, if it is known yet; recording the list again adds it
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
      due: customerOrder.totalPaise,
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
  const matched: MatchedParcel[] = [];
  for (const parcel of parcels) {
    const order = byAwb.get(parcel.awb);
    if (!order) {
      matched.push({ ...parcel, result: "unknown", orderNumber: null, duePaise: paise(0), remittedPaise: paise(0) });
      continue;
    }
    const [added] = await trx
      .insert(cashRemittance)
      .values({ ...parcel, orderId: order.orderId, reference, utr, receivedOn, recordedAt: now })
      .onConflictDoNothing()
      .returning({ id: cashRemittance.id });
    const remittedPaise = await remittedFor(trx, order.orderId);
    const result = added ? resultOf(order.due, remittedPaise) : "repeated";
    matched.push({ ...parcel, result, orderNumber: order.number, duePaise: order.due, remittedPaise });
  }
  return matched;
}

async function remittedFor(trx: DatabaseOrTransaction, orderId: number): Promise<Paise> {
  const [sum] = await trx
    .select({ paise: sql<number>`coalesce(sum(${cashRemittance.amountPaise}), 0)::int` })
    .from(cashRemittance)
    .where(eq(cashRemittance.orderId, orderId));
  return paise(sum?.paise ?? 0);
}

export interface OverdueOrder {
  number: string;
  deliveredAt: Date;
  duePaise: Paise;
  remittedPaise: Paise;
}

/** The orders for cash on delivery that were delivered before a date and are not remitted in full, oldest first. */
export async function listOverdue(db: DatabaseOrTransaction, deliveredBefore: Date): Promise<OverdueOrder[]> {
  const remitted = sql<number>`coalesce(sum(${cashRemittance.amountPaise}), 0)::int`;
  const rows = await db
    .select({
      number: customerOrder.number,
      deliveredAt: customerOrder.deliveredAt,
      due: customerOrder.totalPaise,
      remitted,
    })
    .from(customerOrder)
    .leftJoin(cashRemittance, eq(cashRemittance.orderId, customerOrder.id))
    .where(
      and(
        eq(customerOrder.paymentMethod, "cash_on_delivery"),
        isNotNull(customerOrder.deliveredAt),
        lt(customerOrder.deliveredAt, deliveredBefore),
      ),
    )
    .groupBy(customerOrder.id)
    .having(sql`${remitted} < ${customerOrder.totalPaise}`)
    .orderBy(asc(customerOrder.deliveredAt));
  return rows.flatMap(({ number, deliveredAt, due, remitted: paid }) =>
    deliveredAt ? [{ number, deliveredAt, duePaise: due, remittedPaise: paise(paid) }] : [],
  );
}

export interface Transfer {
  reference: string;
  utr: string | null;
  receivedOn: string;
  parcels: number;
  amountPaise: Paise;
}

/** What couriers have paid, one row a reference, latest first: the sum is the line of the bank's statement, with deductions. */
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
