/** Couriers' own labels, of which each parcel carries one. */

import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { daysAfter } from "../../base/time.ts";
import { findOrders } from "../../orders/orders/find-order.ts";
import type { Database } from "../../platform/database/database.ts";
import { courierLabel, parcelBooking, shipment } from "../../platform/database/schema.ts";

/** For how long a label stays after its parcel has left, for one that is damaged on the way to the courier. */
const KEPT_DAYS = 7;

/**
 * Joins the newest labels of orders into one PDF, in the order of the given numbers. Orders without a label are omitted.
 * @throws ApiError (404) for an unknown number, (409) if none has a label
 */
export async function printLabels(db: Database, numbers: readonly string[]): Promise<Buffer> {
  const orders = await findOrders(db, numbers);
  const labels = await db
    .selectDistinctOn([parcelBooking.orderId], { orderId: parcelBooking.orderId, pdf: courierLabel.pdf })
    .from(courierLabel)
    .innerJoin(parcelBooking, eq(parcelBooking.id, courierLabel.bookingId))
    .where(
      and(
        eq(parcelBooking.state, "booked"),
        inArray(
          parcelBooking.orderId,
          orders.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(parcelBooking.orderId, sql`${parcelBooking.id} desc`);
  const pdfs = orders.flatMap(({ id }) => labels.find(({ orderId }) => orderId === id)?.pdf ?? []);
  if (pdfs.length === 0)
    throw new ApiError("conflict", "None of these orders has a courier’s label. Book a courier first.");
  const { joinPdfs } = await import("./join-pdfs.ts");
  return joinPdfs(pdfs);
}

/** Deletes labels of parcels that left some days ago. */
export async function deleteOldLabels(db: Database, now: Date): Promise<void> {
  await db.delete(courierLabel).where(
    inArray(
      courierLabel.bookingId,
      db
        .select({ id: parcelBooking.id })
        .from(parcelBooking)
        .innerJoin(shipment, eq(shipment.id, parcelBooking.shipmentId))
        .where(and(isNotNull(parcelBooking.shipmentId), lt(shipment.shippedAt, daysAfter(now, -KEPT_DAYS)))),
    ),
  );
}
