/** Compares the cash that couriers remit with the orders they have delivered. */

import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { REMITTANCE_RESULTS } from "../../../contract/admin/cash.ts";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise } from "../../base/money.ts";
import { cashPaise, isCollected, remittablePaise } from "../../orders/orders/balance.ts";
import { CASH_DUE, isOverdue } from "../../orders/orders/cash-due.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { cashRemittance, customerOrder, parcelBooking, shipment } from "../../platform/database/schema.ts";

const ROWS_A_STATEMENT = 1000;

/** One line of a courier's list. */
export interface RemittedParcel {
  awb: string;
  amountPaise: Paise;
}

type RemittanceResult = (typeof REMITTANCE_RESULTS)[number];

export interface MatchedParcel extends RemittedParcel {
  result: RemittanceResult;
  orderNumber: string | null;
  /** What its courier has to remit, by the state of the parcel. */
  duePaise: Paise;
  /** What its courier was booked to collect; null if the shop has not booked it. */
  declaredPaise: Paise | null;
  /** The sum of all remittances for its order. */
  remittedPaise: Paise;
  /** What this remittance said before, if it is corrected; else null. */
  correctedPaise: Paise | null;
}

interface KnownParcel {
  awb: string;
  orderId: number;
  number: string;
  duePaise: Paise;
  declaredPaise: Paise | null;
  isOnline: boolean;
  isCancelled: boolean;
  isDelivered: boolean;
  isReplacement: boolean;
  /** Whether it was handed over; a booking may never have been, or be cancelled. */
  isSent: boolean;
  lostAt: Date | null;
}

/** Why nothing is due for a parcel; null if something is. */
function reasonOf({ isReplacement, isSent, isOnline, isCancelled, isDelivered, lostAt }: KnownParcel) {
  if (isReplacement) return "replacement";
  if (!isSent) return "not_sent";
  if (isOnline) return "prepaid";
  if (isDelivered) return null;
  if (!isCancelled) return "not_delivered";
  return lostAt ? "lost" : "came_back";
}

/** @param remittedPaise the sum of all remittances for its order */
function resultOf(parcel: KnownParcel, amountPaise: Paise, remittedPaise: Paise): RemittanceResult {
  const reason = reasonOf(parcel);
  // Couriers list what they have not collected with 0.
  if (reason) return amountPaise > 0 ? reason : "full";
  const isDeclared = parcel.declaredPaise === null || parcel.declaredPaise === parcel.duePaise;
  if (remittedPaise === parcel.duePaise) return isDeclared ? "full" : "misdeclared";
  return remittedPaise < parcel.duePaise ? "short" : "over";
}

/**
 * Records a courier's remittance, and compares each parcel with what is due for it. Idempotent; another amount for a parcel of the same
 * remittance corrects it. Triggers mark an order that is remitted in full (functions/cash-remittances.sql).
 * @param reference the courier's
 * @param utr the bank's reference for the transfer, if it is already known; recording the remittance again adds it
 * @param receivedOn such as "2026-11-25"
 * @throws ApiError (422) for a day to come
 */
export async function recordRemittance(
  trx: DatabaseOrTransaction,
  parcels: readonly RemittedParcel[],
  { reference, utr = null, receivedOn, now }: { reference: string; utr?: string | null; receivedOn: string; now: Date },
): Promise<MatchedParcel[]> {
  if (receivedOn > isoDayInIndia(now))
    throw ApiError.ofField("receivedOn", "Please give the day on which the money arrived, today at the latest.");
  if (utr !== null)
    await trx
      .update(cashRemittance)
      .set({ utr })
      .where(and(eq(cashRemittance.reference, reference), isNull(cashRemittance.utr)));
  const known = await readKnown(trx, parcels);
  const before = await readAmounts(trx, reference);
  const stored = parcels.flatMap(({ awb, amountPaise }) => {
    const parcel = known.get(awb);
    if (!parcel || before.get(awb) === amountPaise) return [];
    return [{ awb, amountPaise, orderId: parcel.orderId, reference, utr, receivedOn, recordedAt: now }];
  });
  for (let at = 0; at < stored.length; at += ROWS_A_STATEMENT)
    await trx
      .insert(cashRemittance)
      .values(stored.slice(at, at + ROWS_A_STATEMENT))
      .onConflictDoUpdate({
        target: [cashRemittance.reference, cashRemittance.awb],
        set: { amountPaise: sql`excluded.amount_paise` },
      });
  const orderIds = [...new Set([...known.values()].map(({ orderId }) => orderId))];
  const remitted = await remittedFor(trx, orderIds);
  return parcels.map((given): MatchedParcel => {
    const parcel = known.get(given.awb);
    const nothing = { orderNumber: null, duePaise: paise(0), declaredPaise: null, remittedPaise: paise(0) };
    if (!parcel) return { ...given, result: "unknown", ...nothing, correctedPaise: null };
    const { orderId, number: orderNumber, duePaise, declaredPaise } = parcel;
    const remittedPaise = remitted.get(orderId) ?? paise(0);
    const earlier = before.get(given.awb) ?? null;
    const isRepeated = earlier === given.amountPaise;
    const result = isRepeated ? "repeated" : resultOf(parcel, given.amountPaise, remittedPaise);
    const amounts = { duePaise, declaredPaise, remittedPaise, correctedPaise: isRepeated ? null : earlier };
    return { ...given, result, orderNumber, ...amounts };
  });
}

/** The parcels that the shop has sent or booked, by AWB. */
async function readKnown(
  trx: DatabaseOrTransaction,
  parcels: readonly RemittedParcel[],
): Promise<Map<string, KnownParcel>> {
  const awbs = parcels.map(({ awb }) => awb);
  const ofOrder = {
    orderId: customerOrder.id,
    number: customerOrder.number,
    due: remittablePaise,
    isOnline: sql<boolean>`not ${isCollected}`,
    isCancelled: sql<boolean>`${customerOrder.state} = 'cancelled'`,
    isDelivered: sql<boolean>`${customerOrder.deliveredAt} is not null`,
  };
  const { awb, isReplacement, codPaise: declaredPaise } = parcelBooking;
  const booked = await trx
    .select({ ...ofOrder, awb: sql<string>`${awb}`, isReplacement, declaredPaise })
    .from(parcelBooking)
    .innerJoin(customerOrder, eq(customerOrder.id, parcelBooking.orderId))
    .where(inArray(awb, awbs));
  const sent = await trx
    .select({ ...ofOrder, awb: shipment.awb, isReplacement: shipment.isReplacement, lostAt: shipment.lostAt })
    .from(shipment)
    .innerJoin(customerOrder, eq(customerOrder.id, shipment.orderId))
    .where(inArray(shipment.awb, awbs));
  const known = new Map<string, KnownParcel>();
  for (const { due: _, ...row } of booked)
    known.set(row.awb, { ...row, duePaise: paise(0), isSent: false, lostAt: null });
  for (const { due, ...row } of sent) {
    const booking = known.get(row.awb);
    known.set(row.awb, {
      ...row,
      duePaise: row.isReplacement ? paise(0) : due,
      declaredPaise: booking?.orderId === row.orderId ? booking.declaredPaise : null,
      isSent: true,
    });
  }
  return known;
}

/** What a remittance has recorded already, by AWB. */
async function readAmounts(trx: DatabaseOrTransaction, reference: string): Promise<Map<string, Paise>> {
  const rows = await trx
    .select({ awb: cashRemittance.awb, amountPaise: cashRemittance.amountPaise })
    .from(cashRemittance)
    .where(eq(cashRemittance.reference, reference));
  return new Map(rows.map(({ awb, amountPaise }) => [awb, amountPaise]));
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
