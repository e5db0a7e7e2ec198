/** The parcels of an order: the items in each, and what the courier reports about it. */

import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { ParcelState } from "../../../contract/orders/schemas.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { shipment, shipmentItem } from "../../platform/database/schema.ts";
import type { LineUnits } from "./invoice/credit-notes.ts";

export interface Parcel extends Readonly<typeof shipment.$inferSelect> {
  /** The items in it; null for the whole order. */
  items: readonly LineUnits[] | null;
}

/** Reads the parcels of an order, including replacements, by time of dispatch. */
export async function readParcels(db: DatabaseOrTransaction, orderId: number): Promise<Parcel[]> {
  const parcels = await db.select().from(shipment).where(eq(shipment.orderId, orderId)).orderBy(asc(shipment.id));
  if (parcels.length < 2 && parcels.every(({ isReplacement }) => isReplacement)) return parcels.map(whole);
  const items = await db
    .select({ shipmentId: shipmentItem.shipmentId, position: shipmentItem.position, quantity: shipmentItem.quantity })
    .from(shipmentItem)
    .innerJoin(shipment, eq(shipment.id, shipmentItem.shipmentId))
    .where(eq(shipment.orderId, orderId))
    .orderBy(asc(shipmentItem.position));
  return parcels.map((parcel) => {
    const held = items.filter(({ shipmentId }) => shipmentId === parcel.id);
    return held.length === 0 ? whole(parcel) : { ...parcel, items: held.map(({ shipmentId: _, ...units }) => units) };
  });
}

const whole = (parcel: typeof shipment.$inferSelect): Parcel => ({ ...parcel, items: null });

export function parcelState({
  deliveredAt,
  lostAt,
  cameBackAt,
  outForDeliveryAt,
}: Pick<Parcel, "deliveredAt" | "lostAt" | "cameBackAt" | "outForDeliveryAt">): ParcelState {
  if (lostAt) return "lost";
  if (cameBackAt) return "came_back";
  if (deliveredAt) return "delivered";
  return outForDeliveryAt ? "out_for_delivery" : "in_transit";
}

/** How a parcel has ended by its courier's report, while that waits for staff; null without. */
export const reportedEndOf = (parcel: Parameters<typeof parcelState>[0] & Pick<Parcel, "reportedEnd">) =>
  isUnderway(parcel) ? parcel.reportedEnd : null;

/** The condition on a parcel for `reportedEndOf`, as the index has it. */
export const IS_REPORTED: SQL = sql`shipment.reported_end is not null and shipment.delivered_at is null
  and shipment.lost_at is null and shipment.came_back_at is null`;

/** Whether the courier still has it. */
export const isUnderway = (parcel: Parameters<typeof parcelState>[0]) =>
  ["in_transit", "out_for_delivery"].includes(parcelState(parcel));

/** Whether an order is sent in several parcels, each of which is delivered or lost separately. */
export const isSplit = (parcels: readonly Pick<Parcel, "items">[]) => parcels.some(({ items }) => items !== null);

/**
 * Returns the units that are in no parcel yet. Units of lost or returned parcels are credited, so they are not sent again; any other credit
 * reduces the unsent units first.
 */
export function unsentUnits(
  items: readonly { position: number; quantity: number; creditedQuantity: number }[],
  parcels: readonly Parcel[],
): LineUnits[] {
  const sent = parcels.filter(({ isReplacement, lostAt, cameBackAt }) => !isReplacement && !lostAt && !cameBackAt);
  if (sent.some((parcel) => parcel.items === null)) return [];
  const held = sent.flatMap((parcel) => parcel.items ?? []);
  return items
    .map(({ position, quantity, creditedQuantity }) => {
      const inParcels = held.filter((one) => one.position === position).reduce((sum, one) => sum + one.quantity, 0);
      return { position, quantity: quantity - creditedQuantity - inParcels };
    })
    .filter(({ quantity }) => quantity > 0);
}
