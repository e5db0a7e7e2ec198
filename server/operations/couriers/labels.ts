/** Couriers' own labels, of which each parcel carries one. */

import { and, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { daysAfter } from "../../base/time.ts";
import { findAnyOrder, findOrders } from "../../orders/orders/find-order.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { courierAccount, courierLabel, parcelBooking, shipment } from "../../platform/database/schema.ts";
import { type BookingRow, requireOpen } from "./bookings.ts";
import { CourierError } from "./provider.ts";
import { type CourierProviders, providerOf, toConflict } from "./providers.ts";

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

interface FetchedLabel {
  booking: BookingRow;
  pdf: Buffer;
}

/**
 * Fetches the label of a booked parcel from its courier once more, because it never came or has been replaced.
 * @returns the label, for `replaceLabel`
 * @throws ApiError (409) if nothing is booked yet, or the courier does not give it
 */
export async function fetchLabelAgain(
  { db, providers }: { db: Database; providers: CourierProviders },
  number: string,
): Promise<FetchedLabel> {
  const order = await findAnyOrder(db, number);
  const booking = await db.transaction((trx) => requireOpen(trx, order));
  const { state, awb, key, providerIds: ids, accountId } = booking;
  if (state !== "booked" || awb === null)
    throw new ApiError("wrong_order_state", `The courier of order ${order.number} is not booked yet.`);
  const [account] = await db.select().from(courierAccount).where(eq(courierAccount.id, accountId));
  if (!account) throw new Error(`booking ${booking.id} has no account`);
  try {
    const pdf = await providerOf(providers, account.provider).fetchLabel({ awb, key, ids }, account.labelSize);
    return { booking, pdf };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    throw toConflict(error);
  }
}

/** Stores a label in place of the one before. @throws ApiError (409) if the parcel has left meanwhile, or is not booked any more */
export async function replaceLabel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { booking: { id }, pdf }: FetchedLabel,
  now: Date,
): Promise<void> {
  const open = await requireOpen(trx, order);
  if (open.id !== id || open.state !== "booked")
    throw new ApiError(
      "conflict",
      `The booking of order ${order.number} has changed meanwhile. Please look at it again.`,
    );
  const label = { pdf, fetchedAt: now };
  await trx
    .insert(courierLabel)
    .values({ bookingId: id, ...label })
    .onConflictDoUpdate({ target: courierLabel.bookingId, set: label });
  await trx.update(parcelBooking).set({ detail: "" }).where(eq(parcelBooking.id, id));
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
