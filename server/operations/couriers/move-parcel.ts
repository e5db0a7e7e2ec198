/**
 * Moves a parcel as far as its courier's scans say, forward only, by the functions by which staff moves it: what they mail, invoice and
 * collect is the same. What ends with a refund waits for staff. What contradicts what is known changes nothing and is for staff to look into.
 */

import { and, eq, inArray, sql } from "drizzle-orm";
import type { ParcelProgress, ReportedEnd } from "../../../contract/couriers.ts";
import { ApiError } from "../../base/errors.ts";
import { deliverParcel, reportParcelEnd, sendParcelOut } from "../../orders/fulfilment/change-parcel.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { parcelState, reportedEndOf } from "../../orders/orders/read-parcels.ts";
import { courierActor, recordAudit } from "../../platform/audit/record-audit.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { parcelBooking, parcelScan, shipment } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { type BookingRow, handOver } from "./bookings.ts";
import { failDelivery } from "./failed-deliveries/open-failed-delivery.ts";
import { failureReasonOf } from "./failure-reason.ts";
import type { ScanRow } from "./scans.ts";

export interface MoveContext {
  sender: MailSender;
  returnDays: number;
  codeSecret: string;
  now: Date;
}

/** How far a parcel is; of equal ones the later counts. */
const STRENGTH: Readonly<Record<ParcelProgress, number>> = {
  cancelled: 0,
  booked: 0,
  in_transit: 1,
  out_for_delivery: 2,
  failed_attempt: 2,
  coming_back: 3,
  delivered: 4,
  came_back: 4,
  lost: 4,
};
const FINAL = 4;

type ShipmentRow = typeof shipment.$inferSelect;
type Known = Pick<ScanRow, "id" | "at" | "progress">;

/**
 * @param fresh scans that were not applied, by time
 * @returns why scans changed nothing although they should have, by id
 */
export async function moveParcel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { booking, fresh }: { booking: BookingRow; fresh: readonly ScanRow[] },
  context: MoveContext,
): Promise<ReadonlyMap<number, string>> {
  const problems = new Map<number, string>();
  let current = order;
  for (const scan of relevant(fresh)) {
    const problem = await trx
      // Nothing of a step that fails is stored.
      .transaction(async (step) => {
        current = await applyScan(step, current, { booking, scan }, context);
        return "";
      })
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.statusCode < 500) return error.message;
        throw error;
      });
    if (problem) problems.set(scan.id, problem);
  }
  publishChange(trx, "orders");
  return problems;
}

const strengthOf = ({ progress }: Pick<ScanRow, "progress">) => (progress ? STRENGTH[progress] : 0);

/** Whether the courier had a parcel again that it had reported as lost. */
const wasFound = (lostAt: Date, scans: readonly Known[]) =>
  scans.some((scan) => scan.at > lostAt && scan.progress !== "lost" && strengthOf(scan) > 0);

/** Returns what decides: each end, and otherwise the farthest. Emails about what is over by now would only confuse. */
function relevant(all: readonly ScanRow[]): ScanRow[] {
  const fresh = all.filter((scan) => scan.progress !== "lost" || !wasFound(scan.at, all));
  const ends = fresh.filter((scan) => strengthOf(scan) === FINAL);
  const cancelled = fresh.filter(({ progress }) => progress === "cancelled");
  if (ends.length > 0) return [...cancelled, ...ends].sort((one, other) => one.at.getTime() - other.at.getTime());
  const farthest = fresh.reduce<ScanRow | null>(
    (best, scan) => (best === null || strengthOf(scan) >= strengthOf(best) ? scan : best),
    null,
  );
  return [...new Set([...cancelled, ...(farthest ? [farthest] : [])])];
}

/** @throws ApiError if the scan contradicts what is known */
async function applyScan(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { booking, scan }: { booking: BookingRow; scan: ScanRow },
  context: MoveContext,
): Promise<OrderRow> {
  const { progress } = scan;
  if (progress === null || progress === "booked") return order;
  if (progress === "cancelled") return requireCancelled(order, booking);
  let changed = order;
  let parcel = await readShipment(trx, booking.id);
  if (!parcel) {
    if (booking.state === "cancelled")
      throw contradiction("The courier carries the parcel although its booking was cancelled.");
    changed = await handOver(trx, order, { ...context, courier: booking.courier ?? "" });
    parcel = await readShipment(trx, booking.id);
    if (!parcel) throw new Error(`the parcel of booking ${booking.id} was not handed over`);
    await record(trx, order, changed, { parcel, action: "order.shipped" }, context);
  }
  if (parcel.awb !== booking.awb)
    throw contradiction(`The order’s parcel has another AWB by now, ${parcel.awb}, than the booking has.`);
  const known = await readOthers(trx, booking.id, scan.id);
  const reported = reportedEndOf(parcel);
  const isFound = reported === "lost" && parcel.reportedAt !== null && wasFound(parcel.reportedAt, [scan]);
  if (isFound) await report(null);
  const state = (!isFound && reported) || parcelState(parcel);
  if (state !== "in_transit" && state !== "out_for_delivery") {
    if (progress === state || isBefore(scan, lastEnd(known, parcel))) return changed;
    if (STRENGTH[progress] === 1) return changed;
    throw contradiction(`The courier says “${WORDS[progress]}”, but the parcel is ${STATE_WORDS[state]}.`);
  }
  switch (progress) {
    case "out_for_delivery":
      if (state === "out_for_delivery" || isOver()) return changed;
      return step(sendParcelOut, "out_for_delivery");
    case "failed_attempt": {
      if (isOver()) return changed;
      const { at, text: detail } = scan;
      const failure = { reason: failureReasonOf(detail), detail, at, again: null };
      const failed = await failDelivery(trx, changed, parcel.awb, failure, { ...context, cause: "courier" });
      await record(trx, changed, failed, { parcel, action: "order.delivery_failed" }, context);
      return failed;
    }
    case "delivered":
      return step(deliverParcel, "delivered");
    case "came_back":
      await report(progress);
      await endTracking();
      return changed;
    case "lost":
      if (!wasFound(scan.at, known)) await report(progress);
      return changed;
    default:
      // In transit or coming back: the scans themselves say so.
      return changed;
  }

  /** Whether it is known what came after it at the door. */
  function isOver(): boolean {
    const after: readonly (ParcelProgress | null)[] = ["out_for_delivery", "failed_attempt", "coming_back"];
    return known.some((one) => after.includes(one.progress) && one.at > scan.at);
  }

  async function step(apply: typeof deliverParcel, to: ParcelProgress): Promise<OrderRow> {
    if (!parcel) return changed;
    const moved = await apply(trx, changed, parcel.awb, { ...context, courier: parcel.courier });
    await record(trx, changed, moved, { parcel, action: "order.parcel_changed", to }, context);
    if (STRENGTH[to] === FINAL) await endTracking();
    return moved;
  }

  /** Leaves an end to staff. A lost parcel may be found, so the courier is still asked about it. */
  async function report(end: ReportedEnd | null): Promise<void> {
    if (!parcel) return;
    await reportParcelEnd(trx, parcel, end, scan.at);
    if (end) await record(trx, changed, changed, { parcel, action: "order.parcel_reported", to: end }, context);
  }

  async function endTracking(): Promise<void> {
    await trx.update(parcelBooking).set({ trackingEndedAt: context.now }).where(eq(parcelBooking.id, booking.id));
  }
}

const contradiction = (message: string) => new ApiError("conflict", message);

/** What the courier has cancelled must be cancelled here too, unless it is. */
function requireCancelled(order: OrderRow, { state, shipmentId }: BookingRow): OrderRow {
  if (state !== "booked") return order;
  throw contradiction(
    shipmentId === null
      ? "The courier has cancelled the booking. Cancel it here too, then book again."
      : "The courier says that the booking was cancelled, but the parcel has been handed over. Ask the courier where it is.",
  );
}

async function readShipment(trx: DatabaseOrTransaction, bookingId: number): Promise<ShipmentRow | null> {
  const [found] = await trx
    .select({ parcel: shipment })
    .from(parcelBooking)
    .innerJoin(shipment, eq(shipment.id, parcelBooking.shipmentId))
    .where(eq(parcelBooking.id, bookingId));
  return found?.parcel ?? null;
}

/** Reads the other scans of the booking that decide what a scan means. */
const readOthers = (trx: DatabaseOrTransaction, bookingId: number, scanId: number): Promise<Known[]> =>
  trx
    .select({ id: parcelScan.id, at: parcelScan.at, progress: parcelScan.progress })
    .from(parcelScan)
    .where(
      and(
        eq(parcelScan.bookingId, bookingId),
        sql`${parcelScan.id} <> ${scanId}`,
        inArray(parcelScan.progress, [
          "in_transit",
          "out_for_delivery",
          "failed_attempt",
          "coming_back",
          "delivered",
          "came_back",
          "lost",
        ]),
      ),
    );

/** Returns when the parcel ended: by its scan, or when staff said so. */
function lastEnd(known: readonly Known[], parcel: ShipmentRow): Date {
  const { deliveredAt, cameBackAt, lostAt } = parcel;
  if (reportedEndOf(parcel) && parcel.reportedAt) return parcel.reportedAt;
  const is = deliveredAt ? "delivered" : lostAt ? "lost" : "came_back";
  const times = known.filter(({ progress }) => progress === is).map(({ at }) => at.getTime());
  return times.length > 0 ? new Date(Math.min(...times)) : (deliveredAt ?? lostAt ?? cameBackAt ?? new Date(0));
}

/** Whether a scan only arrives late: what came after it is known. Two ends contradict each other whenever they were. */
const isBefore = ({ at, progress }: ScanRow, end: Date) => at <= end && progress !== null && STRENGTH[progress] < FINAL;

const WORDS: Readonly<Record<ParcelProgress, string>> = {
  booked: "booked",
  in_transit: "in transit",
  out_for_delivery: "out for delivery",
  failed_attempt: "delivery failed",
  delivered: "delivered",
  coming_back: "coming back",
  came_back: "came back",
  lost: "lost",
  cancelled: "cancelled",
};
const STATE_WORDS = {
  delivered: "marked as delivered",
  lost: "marked as lost",
  came_back: "marked as come back",
} as const;

/** A step of the courier's in the order's audit log. */
function record(
  trx: DatabaseOrTransaction,
  before: OrderRow,
  after: OrderRow,
  {
    parcel,
    action,
    to,
  }: {
    parcel: ShipmentRow;
    action: "order.shipped" | "order.delivery_failed" | "order.parcel_changed" | "order.parcel_reported";
    to?: ParcelProgress;
  },
  { now }: MoveContext,
): Promise<void> {
  const details = { state: after.state, courier: parcel.courier, awb: parcel.awb, ...(to && { parcel: to }) };
  const subject = { type: "order" as const, id: before.number };
  return recordAudit(
    trx,
    courierActor(parcel.courier),
    { action, subject, before: { state: before.state }, after: details },
    now,
  );
}
