/** What couriers charge for parcels, and which share of it each item of the order bears. */

import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { CHARGE_KINDS, ChargedParcel } from "../../../contract/admin/courier-bills.ts";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { paise, toPaise, toRupees } from "../../base/money.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { numbersOf, rowsOf } from "../../platform/database/rows.ts";
import { courierCharge, courierChargeShare, customerOrder, shipment } from "../../platform/database/schema.ts";
import { allocate } from "../../selling/pricing/allocate.ts";
import { type BilledCharges, total } from "./bill-file.ts";

const ROWS_A_STATEMENT = 1000;

export interface BillFields {
  /** The number of the bill; empty for what was entered by hand without one. */
  reference: string;
  /** Such as "2026-11-25". */
  billedOn: string;
}
/** The charges for a known parcel. */
export type ParcelCharges = Omit<BilledCharges, "awb"> & { shipmentId: number };

/** @throws ApiError (422) for a day to come */
export function requirePast(billedOn: string, now: Date): void {
  if (billedOn > isoDayInIndia(now))
    throw ApiError.ofField("billedOn", "Please give the day of the bill, today at the latest.");
}

/**
 * Stores what a bill charges for parcels, in place of what it said about them, with the share of each item.
 * @throws ApiError (409) for a parcel that was removed meanwhile
 */
export async function storeCharges(
  trx: DatabaseOrTransaction,
  charges: readonly ParcelCharges[],
  { reference, billedOn }: BillFields,
  now: Date,
): Promise<void> {
  for (let at = 0; at < charges.length; at += ROWS_A_STATEMENT) {
    const some = charges.slice(at, at + ROWS_A_STATEMENT);
    const ids = some.map(({ shipmentId }) => shipmentId);
    await lockParcels(trx, ids);
    await trx
      .delete(courierCharge)
      .where(and(eq(courierCharge.reference, reference), inArray(courierCharge.shipmentId, ids)));
    const rows = some.map(({ shipmentId, forward, return: back, cod, other, gst }) => ({
      ...{ shipmentId, reference, billedOn, recordedAt: now },
      ...{ forwardPaise: forward, returnPaise: back, codPaise: cod, otherPaise: other, gstPaise: gst },
    }));
    const stored = await trx
      .insert(courierCharge)
      .values(rows)
      .returning({ id: courierCharge.id, shipmentId: courierCharge.shipmentId });
    const chargeIds = new Map(stored.map(({ id, shipmentId }) => [shipmentId, id]));
    const shares = sharesOf(some, await readContents(trx, ids)).map(({ shipmentId, ...share }) => ({
      chargeId: chargeIds.get(shipmentId) ?? 0,
      ...share,
    }));
    if (shares.length > 0) await trx.insert(courierChargeShare).values(shares);
  }
}

/** One at a time charges for a parcel or removes it. */
async function lockParcels(trx: DatabaseOrTransaction, ids: readonly number[]): Promise<void> {
  const locked = await trx
    .select({ id: shipment.id })
    .from(shipment)
    .where(inArray(shipment.id, ids))
    .orderBy(asc(shipment.id))
    .for("update");
  if (locked.length < new Set(ids).size)
    throw new ApiError("conflict", "The shipping of a parcel was undone meanwhile. Please load it again.");
}

interface Content {
  shipmentId: number;
  position: number;
  units: number;
  value: number;
}

/** The items of a parcel share its charges by the price of their units in it; free ones, among themselves, by units. */
function sharesOf(charges: readonly ParcelCharges[], contents: readonly Content[]) {
  const byParcel = Map.groupBy(contents, ({ shipmentId }) => shipmentId);
  return charges.flatMap(({ shipmentId, ...charged }) => {
    const items = byParcel.get(shipmentId) ?? [];
    const weights = [items.map(({ value }) => value), items.map(({ units }) => units), items.map(() => 1)];
    const shares = allocate(total(charged), weights.find((some) => some.some((weight) => weight > 0)) ?? []);
    return items.map(({ position }, at) => ({ shipmentId, position, amountPaise: shares[at] ?? paise(0) }));
  });
}

/** Reads the items of parcels, less units that were cancelled before; a replacement counts as the whole order. */
async function readContents(trx: DatabaseOrTransaction, shipmentIds: readonly number[]): Promise<Content[]> {
  const rows = await rowsOf(
    trx,
    numbersOf(["shipment_id", "position", "units", "value"]),
    sql`select shipment_id, position, units, floor((price_paise::bigint * quantity - discount_paise) * units / quantity)::float8 as value from (
      select shipment.id as shipment_id, item.position, item.price_paise, item.discount_paise, item.quantity,
        coalesce(held.quantity, greatest(item.quantity - coalesce((
          select sum(note_line.quantity) from credit_note note join credit_note_line note_line on note_line.credit_note_id = note.id
          where note.order_id = item.order_id and note.reason = 'cancelled' and note_line.position = item.position), 0), 0))::int as units
      from shipment join order_item item on item.order_id = shipment.order_id
        left join shipment_item held on held.shipment_id = shipment.id and held.position = item.position
      where shipment.id = any (${`{${shipmentIds.join(",")}}`}::bigint[])
        and (held.quantity is not null or not exists (select from shipment_item where shipment_id = shipment.id))
    ) as content order by shipment_id, position`,
  );
  return rows.map(({ shipment_id: shipmentId, ...content }) => ({ shipmentId, ...content }));
}

interface StaffDeps {
  actor: Actor;
  now: Date;
}

/** Reads the parcels of an order with what bills have charged for them, the first ones first. @throws ApiError (404) */
export async function readCharges(db: DatabaseOrTransaction, number: string): Promise<ChargedParcel[]> {
  const order = await findOrder(db, number);
  const rows = await db
    .select({ parcel: shipment, charge: courierCharge })
    .from(shipment)
    .leftJoin(courierCharge, eq(courierCharge.shipmentId, shipment.id))
    .where(eq(shipment.orderId, order.id))
    .orderBy(asc(shipment.id), asc(courierCharge.billedOn), asc(courierCharge.id));
  return [...Map.groupBy(rows, ({ parcel }) => parcel.awb)].map(([awb, charged]) => ({
    awb,
    courier: charged[0]?.parcel.courier ?? "",
    charges: charged.flatMap(({ charge }) =>
      charge
        ? [
            {
              _id: String(charge.id),
              ...{ reference: charge.reference, billedOn: charge.billedOn },
              ...{ forward: toRupees(charge.forwardPaise), return: toRupees(charge.returnPaise) },
              ...{ cod: toRupees(charge.codPaise), other: toRupees(charge.otherPaise), gst: toRupees(charge.gstPaise) },
            },
          ]
        : [],
    ),
  }));
}

/** Records by hand what a courier has charged for a parcel. @throws ApiError (404), (422) */
export function recordCharge(
  db: Database,
  number: string,
  {
    awb,
    reference,
    billedOn,
    ...amounts
  }: BillFields & { awb: string } & Record<(typeof CHARGE_KINDS)[number] | "gst", number>,
  { actor, now }: StaffDeps,
): Promise<ChargedParcel[]> {
  requirePast(billedOn, now);
  return db.transaction(async (trx) => {
    const order = await findOrder(trx, number);
    const [parcel] = await trx
      .select({ id: shipment.id })
      .from(shipment)
      .where(and(eq(shipment.orderId, order.id), eq(shipment.awb, awb)));
    if (!parcel) throw ApiError.ofField("awb", "This order has no parcel with this AWB. Please load it again.");
    const charges = Object.fromEntries(
      Object.entries(amounts).map(([kind, amount]) => [kind, toPaise(amount)]),
    ) as Omit<BilledCharges, "awb">;
    await storeCharges(trx, [{ shipmentId: parcel.id, ...charges }], { reference, billedOn }, now);
    // The entry names no amounts: not everybody who reads it may see costs.
    const after = { awb, billedOn, ...(reference && { reference }) };
    await recordAudit(trx, actor, { action: "order.courier_charge_recorded", subject: subjectOf(number), after }, now);
    return readCharges(trx, number);
  });
}

/** Removes what a bill has charged for a parcel. @throws ApiError (404) */
export function removeCharge(
  db: Database,
  number: string,
  id: number,
  { actor, now }: StaffDeps,
): Promise<ChargedParcel[]> {
  return db.transaction(async (trx) => {
    const order = await findOrder(trx, number);
    const [removed] = await trx
      .delete(courierCharge)
      .where(
        and(
          eq(courierCharge.id, id),
          inArray(
            courierCharge.shipmentId,
            trx.select({ id: shipment.id }).from(shipment).where(eq(shipment.orderId, order.id)),
          ),
        ),
      )
      .returning({ reference: courierCharge.reference, billedOn: courierCharge.billedOn });
    if (!removed) throw new ApiError("not_found", "This charge has been removed already.");
    await recordAudit(
      trx,
      actor,
      { action: "order.courier_charge_removed", subject: subjectOf(number), before: removed },
      now,
    );
    return readCharges(trx, number);
  });
}

const subjectOf = (number: string) => ({ type: "order" as const, id: number });

async function findOrder(db: DatabaseOrTransaction, number: string): Promise<{ id: number }> {
  const [order] = await db.select({ id: customerOrder.id }).from(customerOrder).where(eq(customerOrder.number, number));
  if (!order) throw new ApiError("not_found", "There is no such order.");
  return order;
}

/** What a parcel was charged, without GST, in SQL. */
export const chargedPaise = sql<number>`${courierCharge.forwardPaise} + ${courierCharge.returnPaise} + ${courierCharge.codPaise} + ${courierCharge.otherPaise}`;
