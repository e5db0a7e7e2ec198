import { type SQL, sql } from "drizzle-orm";
import type { FailedDelivery } from "../../../../contract/deliveries/schemas.ts";
import { isUnderway, type Parcel } from "../../../orders/orders/read-parcels.ts";
import type { failedDelivery } from "../../../platform/database/schema.ts";

export type FailedRow = typeof failedDelivery.$inferSelect;

/** Whether the courier is still to deliver it, or bring it back. */
const UNDERWAY = sql`shipment.delivered_at is null and shipment.lost_at is null and shipment.came_back_at is null
  and shipment.reported_end is null`;
const OPEN = sql`failed_delivery.closed_at is null`;
const TOLD = sql`failed_delivery.accepted_at`;

/** Conditions on a failed delivery joined with its parcel; without parameters, so that the index of open ones applies. */
export const WAITS_FOR_STAFF: SQL = sql`${OPEN} and ${TOLD} is null and ${UNDERWAY}`;
export const IS_TOLD: SQL = sql`${OPEN} and ${TOLD} is not null and ${UNDERWAY}`;
/** The last attempt of a parcel that is on its way back to the shop. */
export const COMES_BACK: SQL = sql`${UNDERWAY}
  and not exists (select from failed_delivery as later
    where later.shipment_id = failed_delivery.shipment_id and later.attempt > failed_delivery.attempt)
  and ((failed_delivery.accepted_at is not null and failed_delivery.answer = 'return') or exists (
    select from parcel_scan join parcel_booking as carried on carried.id = parcel_scan.booking_id
    where carried.shipment_id = shipment.id and parcel_scan.progress = 'coming_back'))`;
export const IS_OVER: SQL = sql`not (${OPEN} and ${UNDERWAY})`;

/** What its customer can do about it: nothing once the courier has been told, or the parcel has come to its end. */
export function stateOf(
  { sentAt, acceptedAt, closedAt, answer }: FailedRow,
  parcel: Parameters<typeof isUnderway>[0] & Pick<Parcel, "id" | "reportedEnd">,
): FailedDelivery["state"] {
  if (!isUnderway(parcel) || parcel.reportedEnd) return "over";
  if (answer !== null && (sentAt ?? acceptedAt ?? closedAt)) return "told";
  return closedAt ? "over" : "open";
}
