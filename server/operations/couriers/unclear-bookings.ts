/** Bookings whose answer is lost, once the look-ups that were to find it have found nothing either. */

import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { UnclearBooking } from "../../../contract/admin/parcel-scans.ts";
import { MINUTE_MS } from "../../../contract/dates.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { courierAccount, customerOrder, parcelBooking } from "../../platform/database/schema.ts";

/** When an unclear booking is looked up, in minutes after it was asked for. */
export const LOOK_UP_AFTER_MIN = [1, 5, 30] as const;
/** When it waits for staff: after the last look-up has had its time. */
const STUCK_AFTER_MIN = LOOK_UP_AFTER_MIN[2] + 5;
const LISTED = 100;

/** Whether an unclear booking waits for staff, as `IS_STUCK` has it. */
export const isStuck = (
  { state, askedAt }: Pick<typeof parcelBooking.$inferSelect, "state" | "askedAt">,
  now: Date,
): boolean =>
  state === "unclear" && askedAt !== null && now.getTime() - askedAt.getTime() > STUCK_AFTER_MIN * MINUTE_MS;

/** The condition for those that wait for staff, found by the index of open bookings. */
export const IS_STUCK: SQL = sql`${parcelBooking.shipmentId} is null
  and ${parcelBooking.state} in ('wanted', 'asking', 'unclear', 'booked') and ${parcelBooking.state} = 'unclear'
  and ${parcelBooking.askedAt} < now() - make_interval(mins => ${STUCK_AFTER_MIN}::int)`;

/** Lists up to 100 of them, the oldest first. */
export async function listUnclearBookings(db: DatabaseOrTransaction): Promise<UnclearBooking[]> {
  const { key, askedAt, detail } = parcelBooking;
  const rows = await db
    .select({ number: customerOrder.number, account: courierAccount.label, key, askedAt, detail })
    .from(parcelBooking)
    .innerJoin(customerOrder, eq(customerOrder.id, parcelBooking.orderId))
    .innerJoin(courierAccount, eq(courierAccount.id, parcelBooking.accountId))
    .where(and(IS_STUCK))
    .orderBy(asc(parcelBooking.id))
    .limit(LISTED);
  return rows.flatMap((row) => (row.askedAt === null ? [] : [{ ...row, askedAt: row.askedAt.toISOString() }]));
}
