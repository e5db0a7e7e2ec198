import { and, eq, inArray, isNull } from "drizzle-orm";
import { isoDayInIndia } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database } from "../../platform/database/database.ts";
import { parcelBooking } from "../../platform/database/schema.ts";
import { findAccount } from "./accounts.ts";
import { CourierError } from "./provider.ts";
import { type CourierProviders, providerOf, toConflict } from "./providers.ts";

/** As many parcels as a request names. */
const MAX_PARCELS = 100;

/**
 * Asks a courier to collect the booked parcels of an account that are in no pick-up yet.
 * @returns the day and the number of parcels
 * @throws ApiError (404), (409) if none waits or the courier refuses, (422) for a day that is over
 */
export async function requestPickup(
  { db, providers }: { db: Database; providers: CourierProviders },
  accountId: number,
  day: string,
  { actor, now }: { actor: Actor; now: Date },
): Promise<{ day: string; parcels: number }> {
  if (day < isoDayInIndia(now)) throw ApiError.ofField("day", "That day is over. Please choose today or later.");
  const account = await findAccount(db, accountId);
  const provider = providerOf(providers, account.provider);
  const waiting = await db
    .select()
    .from(parcelBooking)
    .where(
      and(
        eq(parcelBooking.accountId, accountId),
        eq(parcelBooking.state, "booked"),
        isNull(parcelBooking.shipmentId),
        isNull(parcelBooking.pickupOn),
      ),
    )
    .orderBy(parcelBooking.id)
    .limit(MAX_PARCELS);
  if (waiting.length === 0) throw new ApiError("conflict", `No booked parcel of ${account.label} waits for a pick-up.`);
  const parcels = waiting.flatMap(({ awb, key, providerIds: ids }) => (awb === null ? [] : [{ awb, key, ids }]));
  try {
    const requested = await provider.requestPickup({ place: account.pickupPlace, day, parcels });
    await db.transaction(async (trx) => {
      await trx
        .update(parcelBooking)
        .set({ pickupOn: requested.day })
        .where(
          inArray(
            parcelBooking.id,
            waiting.map(({ id }) => id),
          ),
        );
      const subject = { type: "courier_account" as const, id: String(accountId) };
      const after = { day: requested.day, parcels: waiting.length };
      await recordAudit(trx, actor, { action: "courier_account.pickup_requested", subject, after }, now);
      publishChange(trx, "orders");
    });
    return { day: requested.day, parcels: waiting.length };
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    throw toConflict(error);
  }
}
