import { eq } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { DAY_MS, isoDayInIndia, startOfDayInIndia } from "../../../../contract/dates.ts";
import { publishChange } from "../../../platform/database/change-events.ts";
import type { Database } from "../../../platform/database/database.ts";
import { courierAccount, parcelBooking, weightDifference } from "../../../platform/database/schema.ts";
import type { Task } from "../../../platform/jobs/tasks.ts";
import { type ChargedWeight, CourierError } from "../provider.ts";
import type { CourierProviders } from "../providers.ts";

/** How far back differences are read: one that is not answered is decided by then. */
const READ_BACK_DAYS = 30;
/** For how long couriers accept a dispute. */
const ANSWER_DAYS = 7;

interface Deps {
  db: Database;
  providers: CourierProviders;
  log: FastifyBaseLogger;
}

/** The recurring task that asks couriers which parcels they charge for a larger weight than was declared. */
export function readChargedWeightsTask({ db, providers, log }: Deps): Task<Record<string, never>> {
  return {
    intervalMs: DAY_MS / 4,
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run() {
      const now = new Date();
      const since = isoDayInIndia(new Date(now.getTime() - READ_BACK_DAYS * DAY_MS));
      const used = await db.selectDistinct({ name: courierAccount.provider }).from(courierAccount);
      for (const { name } of used) {
        try {
          for (const charged of (await providers.get(name)?.listChargedWeights(since)) ?? [])
            await noteChargedWeight(db, charged);
        } catch (error) {
          if (!(error instanceof CourierError)) throw error;
          log.warn({ courier: name, reason: error.reason }, "charged weights could not be read");
        }
      }
      return null;
    },
  };
}

/** Stores what a courier charges for a booked parcel; nothing for one that weighs no more than was declared, or is none of the shop's. */
export async function noteChargedWeight(
  db: Database,
  { awb, chargedGrams, extraPaise, noticedOn }: ChargedWeight,
): Promise<void> {
  await db.transaction(async (trx) => {
    const [booking] = await trx
      .select({ id: parcelBooking.id, grams: parcelBooking.grams })
      .from(parcelBooking)
      .where(eq(parcelBooking.awb, awb.toUpperCase()))
      .for("no key update");
    if (!booking || chargedGrams < 1) return;
    await trx.update(parcelBooking).set({ chargedGrams }).where(eq(parcelBooking.id, booking.id));
    if (chargedGrams <= booking.grams) return;
    const noticedAt = startOfDayInIndia(noticedOn);
    const answerBy = isoDayInIndia(new Date(noticedAt.getTime() + ANSWER_DAYS * DAY_MS));
    await trx
      .insert(weightDifference)
      .values({ bookingId: booking.id, declaredGrams: booking.grams, chargedGrams, extraPaise, noticedAt, answerBy })
      .onConflictDoUpdate({
        target: weightDifference.bookingId,
        set: { chargedGrams, extraPaise },
        setWhere: eq(weightDifference.state, "new"),
      });
    publishChange(trx, "orders");
  });
}
