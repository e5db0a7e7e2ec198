/** What couriers report about parcels, as customers read it: never in the courier's words, which may name people. */

import { and, desc, eq, inArray, isNotNull } from "drizzle-orm";
import type { ParcelProgress } from "../../../contract/couriers.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { parcelBooking, parcelScan } from "../../platform/database/schema.ts";

/** What is left out means nothing to a customer. */
const WORDS: Readonly<Partial<Record<ParcelProgress, string>>> = {
  booked: "Being handed to the courier",
  in_transit: "On its way",
  out_for_delivery: "Out for delivery",
  failed_attempt: "The courier couldn’t deliver it",
  delivered: "Delivered",
  coming_back: "Coming back to us",
  came_back: "Came back to us",
  lost: "The courier can’t find it",
};
const MAX_SHOWN = 50;

export interface ShownScan {
  at: string;
  text: string;
}

/** Reads the scans of parcels by their ids, the latest first. Of the same words in a row only the first scan is shown. */
export async function readShownScans(
  db: DatabaseOrTransaction,
  parcels: readonly { id: number }[],
): Promise<ReadonlyMap<number, ShownScan[]>> {
  const shown = new Map<number, ShownScan[]>();
  if (parcels.length === 0) return shown;
  const rows = await db
    .select({ shipmentId: parcelBooking.shipmentId, at: parcelScan.at, progress: parcelScan.progress })
    .from(parcelScan)
    .innerJoin(parcelBooking, eq(parcelBooking.id, parcelScan.bookingId))
    .where(
      and(
        inArray(
          parcelBooking.shipmentId,
          parcels.map(({ id }) => id),
        ),
        isNotNull(parcelScan.progress),
        eq(parcelScan.contradiction, ""),
      ),
    )
    .orderBy(desc(parcelScan.at), desc(parcelScan.id));
  for (const { shipmentId, at, progress } of rows) {
    const text = progress && WORDS[progress];
    if (shipmentId === null || !text) continue;
    const scans = shown.get(shipmentId) ?? [];
    shown.set(shipmentId, scans);
    const later = scans.at(-1);
    if (later?.text === text) later.at = at.toISOString();
    else if (scans.length < MAX_SHOWN) scans.push({ at: at.toISOString(), text });
  }
  return shown;
}
