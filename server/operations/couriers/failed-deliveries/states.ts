import { type SQL, sql } from "drizzle-orm";
import type { FailedDelivery } from "../../../../contract/deliveries/schemas.ts";
import { isUnderway, type Parcel } from "../../../orders/orders/read-parcels.ts";
import type { failedDelivery } from "../../../platform/database/schema.ts";

export type FailedRow = typeof failedDelivery.$inferSelect;

const UNDERWAY = sql`shipment.delivered_at is null and shipment.lost_at is null and shipment.came_back_at is null`;
const OPEN = sql`failed_delivery.closed_at is null`;
const TOLD = sql`failed_delivery.accepted_at`;

/** Conditions on a failed delivery joined with its parcel; without parameters, so that the index of open ones applies. */
export const WAITS_FOR_STAFF: SQL = sql`${OPEN} and ${TOLD} is null and ${UNDERWAY}`;
export const IS_TOLD: SQL = sql`${OPEN} and ${TOLD} is not null and ${UNDERWAY}`;
export const IS_OVER: SQL = sql`not (${OPEN} and ${UNDERWAY})`;

/** What its customer can do about it: nothing once the courier has been told, or the parcel has come to its end. */
export function stateOf(
  { sentAt, acceptedAt, closedAt, answer }: FailedRow,
  parcel: Parameters<typeof isUnderway>[0] & Pick<Parcel, "id">,
): FailedDelivery["state"] {
  if (!isUnderway(parcel)) return "over";
  if (answer !== null && (sentAt ?? acceptedAt ?? closedAt)) return "told";
  return closedAt ? "over" : "open";
}
