/** Bookings of parcels: wished for, cancelled, and handed over. Every function that changes one takes its locked order. */

import { and, count, desc, eq, inArray, isNull } from "drizzle-orm";
import type { BookingStep, OrderBookings, Packing, ParcelBooking } from "../../../contract/admin/couriers.ts";
import { isIndianMobile } from "../../../contract/written-numbers.ts";
import { ApiError } from "../../base/errors.ts";
import { paise, toRupees } from "../../base/money.ts";
import { shipOrder } from "../../orders/fulfilment/fulfil-order.ts";
import { shipReplacement } from "../../orders/fulfilment/replacements.ts";
import { bookedProblem, readOpenBooking } from "../../orders/orders/open-booking.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { receiverOf } from "../../orders/orders/receiver.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { courierAccount, courierLabel, parcelBooking, parcelScan, shipment } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { AccountRow } from "./accounts.ts";
import { differenceOf, readContent, readProposal, requireContent, serviceOf } from "./parcel-content.ts";
import { REFUSALS } from "./provider.ts";

export type BookingRow = typeof parcelBooking.$inferSelect;

/** The key of a booking's job, of which there is one. */
const bookingJob = (bookingId: number) => `book_parcel ${bookingId}`;

/**
 * Wishes for a courier; a job asks it.
 * @throws ApiError (409) if one is booked, or nothing is to be sent; (422) without what couriers need
 */
export async function requestBooking(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { account, packing }: { account: AccountRow; packing: Packing },
  now: Date,
): Promise<BookingRow> {
  const open = await readOpenBooking(trx, order.id);
  if (open) throw bookedProblem(order.number, open);
  if (!account.isEnabled)
    throw ApiError.ofField("account", `The account ${account.label} is switched off.`, "conflict");
  if (order.isTest)
    throw new ApiError(
      "wrong_order_state",
      `Order ${order.number} is a test: a courier would come for it, and charge for it.`,
    );
  const content = requireContent(order, await readContent(trx, order));
  if (!isIndianMobile(receiverOf(order).mobile))
    throw new ApiError(
      "mobile_required",
      `Order ${order.number} has no mobile number of ten digits, without which no courier delivers. Ask the customer, and enter it on the order.`,
    );
  const [before] = await trx
    .select({ attempts: count() })
    .from(parcelBooking)
    .where(eq(parcelBooking.orderId, order.id));
  const attempt = (before?.attempts ?? 0) + 1;
  const [row] = await trx
    .insert(parcelBooking)
    .values({
      orderId: order.id,
      accountId: account.id,
      attempt,
      key: `${order.number}-${attempt}`,
      isReplacement: content.isReplacement,
      units: content.units,
      contentHash: content.contentHash,
      service: serviceOf(account, content),
      ...packing,
      codPaise: content.codPaise,
      receiverHash: content.receiverHash,
      createdAt: now,
    })
    .returning();
  if (!row) throw new Error("the booking was not added");
  await addJob(trx, "book_parcel", { bookingId: row.id }, { key: bookingJob(row.id) });
  return row;
}

/** Finds the booking of an order's parcel that has not left. @throws ApiError (409) */
export async function requireOpen(trx: DatabaseOrTransaction, order: OrderRow): Promise<BookingRow> {
  const open = await readOpenBooking(trx, order.id);
  const [row] = open ? await trx.select().from(parcelBooking).where(eq(parcelBooking.id, open.id)).for("update") : [];
  if (!row) throw new ApiError("wrong_order_state", `No courier is booked for a parcel of order ${order.number}.`);
  return row;
}

/** Marks a booking as cancelled, unless its parcel has left meanwhile. @throws ApiError (409) */
export async function markCancelled(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  booking: BookingRow,
  now: Date,
): Promise<void> {
  const changed = await trx
    .update(parcelBooking)
    .set({ state: "cancelled", cancelledAt: now })
    .where(
      and(
        eq(parcelBooking.id, booking.id),
        inArray(parcelBooking.state, [booking.state, "cancelled"]),
        isNull(parcelBooking.shipmentId),
      ),
    )
    .returning({ id: parcelBooking.id });
  if (changed.length === 0)
    throw new ApiError(
      "conflict",
      `The booking of order ${order.number} has changed meanwhile. Please look at it again.`,
    );
  await trx.delete(courierLabel).where(eq(courierLabel.bookingId, booking.id));
}

/**
 * Records that a booked parcel was given to its courier: it becomes a parcel of the order, as one that is shipped by hand.
 * @throws ApiError (409) unless it is booked as the order is
 */
export async function handOver(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  step: { sender: MailSender; now: Date; courier?: string },
): Promise<OrderRow> {
  const booking = await requireOpen(trx, order);
  const { awb, courier } = booking;
  if (booking.state !== "booked" || awb === null || courier === null)
    throw new ApiError("wrong_order_state", `The courier of order ${order.number} is not booked yet.`);
  const difference = differenceOf(booking, await readContent(trx, order));
  if (difference)
    throw new ApiError(
      "label_stale",
      `The label of order ${order.number} is out of date: ${difference}. Cancel the booking and book again.`,
    );
  const parcel = { awb, courier, isBooked: true };
  let shipped = order;
  if (booking.isReplacement) await shipReplacement(trx, order, parcel, step);
  else shipped = await shipOrder(trx, order, { ...parcel, units: booking.units, isLabelChecked: true }, step);
  const [left] = await trx.select({ id: shipment.id }).from(shipment).where(eq(shipment.awb, awb));
  await trx
    .update(parcelBooking)
    .set({ shipmentId: left?.id ?? null })
    .where(eq(parcelBooking.id, booking.id));
  return shipped;
}

function stepOf(row: BookingRow, hasLabel: boolean): BookingStep {
  if (row.state !== "booked") return row.state;
  if (row.shipmentId !== null) return "handed_over";
  if (row.pickupOn !== null) return "pickup_requested";
  return hasLabel ? "labelled" : "booked";
}

const UNCLEAR =
  "The courier’s answer is lost. The shop looks the parcel up after 1, 5 and 30 minutes, and books nothing else until it knows.";

/** Reads the bookings of an order as staff sees them. */
export async function readBookings(db: DatabaseOrTransaction, order: OrderRow): Promise<OrderBookings> {
  const rows = await db
    .select({ row: parcelBooking, account: courierAccount.label, labelled: courierLabel.bookingId })
    .from(parcelBooking)
    .innerJoin(courierAccount, eq(courierAccount.id, parcelBooking.accountId))
    .leftJoin(courierLabel, eq(courierLabel.bookingId, parcelBooking.id))
    .where(eq(parcelBooking.orderId, order.id))
    .orderBy(desc(parcelBooking.id));
  const content = await readContent(db, order);
  const open = await readOpenBooking(db, order.id);
  const bookings: ParcelBooking[] = [];
  for (const { row, account, labelled } of rows) {
    const difference = row.id === open?.id ? differenceOf(row, content) : "";
    bookings.push({
      ...toBooking(row, account, labelled !== null, await readProgress(db, row.id)),
      ...(difference && {
        problem: `The label is out of date: ${difference}. Cancel the booking and book again.`,
      }),
    });
  }
  return {
    bookings,
    canBook: content !== null && open === null,
    proposal: content && open === null ? await readProposal(db, content) : null,
    collects: toRupees(content?.codPaise ?? rows[0]?.row.codPaise ?? paise(0)),
  };
}

async function readProgress(db: DatabaseOrTransaction, bookingId: number) {
  const [last] = await db
    .select({ progress: parcelScan.progress })
    .from(parcelScan)
    .where(eq(parcelScan.bookingId, bookingId))
    .orderBy(desc(parcelScan.at), desc(parcelScan.id))
    .limit(1);
  return last?.progress ?? null;
}

function toBooking(
  row: BookingRow,
  account: string,
  hasLabel: boolean,
  progress: ParcelBooking["progress"],
): ParcelBooking {
  const { id, key, courier, awb, service, grams, lengthMm, widthMm, heightMm, refusal, detail, pickupOn } = row;
  return {
    _id: String(id),
    step: stepOf(row, hasLabel),
    ...{ account, key, courier, awb, service, grams, lengthMm, widthMm, heightMm, refusal, detail, pickupOn, progress },
    collects: toRupees(row.codPaise),
    quoted: row.quotedPaise === null ? null : toRupees(row.quotedPaise),
    problem: row.state === "unclear" ? UNCLEAR : refusal === null ? "" : REFUSALS[refusal],
    createdAt: row.createdAt.toISOString(),
  };
}

/** Reads the newest booking of each of several orders. */
export async function listBookings(db: DatabaseOrTransaction, orders: readonly Pick<OrderRow, "id" | "number">[]) {
  if (orders.length === 0) return [];
  const rows = await db
    .selectDistinctOn([parcelBooking.orderId], {
      row: parcelBooking,
      account: courierAccount.label,
      labelled: courierLabel.bookingId,
    })
    .from(parcelBooking)
    .innerJoin(courierAccount, eq(courierAccount.id, parcelBooking.accountId))
    .leftJoin(courierLabel, eq(courierLabel.bookingId, parcelBooking.id))
    .where(
      inArray(
        parcelBooking.orderId,
        orders.map(({ id }) => id),
      ),
    )
    .orderBy(parcelBooking.orderId, desc(parcelBooking.id));
  return orders.map(({ id, number }) => {
    const found = rows.find(({ row }) => row.orderId === id);
    return { number, booking: found ? toBooking(found.row, found.account, found.labelled !== null, null) : null };
  });
}
