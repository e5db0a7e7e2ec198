/**
 * Asks couriers about parcels on the road. Some pushes never arrive, so this is what makes the states right; a push only makes them fast.
 */

import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { CourierProviderName } from "../../../contract/couriers.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../contract/dates.ts";
import { IS_REPORTED } from "../../orders/orders/read-parcels.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database } from "../../platform/database/database.ts";
import { courierAccount, parcelBooking, parcelScan, shipment } from "../../platform/database/schema.ts";
import type { Task, TaskPayloads } from "../../platform/jobs/tasks.ts";
import { CourierError, type CourierProvider } from "./provider.ts";
import type { CourierProviders } from "./providers.ts";
import { type ScanDeps, takeScans } from "./scans.ts";

/** How often a parcel is asked about, and how often an old one. */
const EVERY_MS = 30 * MINUTE_MS;
const OLD_EVERY_MS = 6 * HOUR_MS;
const OLD_AFTER_MS = 10 * DAY_MS;
/** When the shop stops asking, and staff has to. */
const STOP_AFTER_DAYS = 45;
/** A run each minute with as many parcels asks about 15,000 within `EVERY_MS`, by five calls a minute to a courier. */
const RUN_EVERY_MS = MINUTE_MS;
const MAX_PER_RUN = 500;

type Deps = ScanDeps & { providers: CourierProviders };

interface Due {
  id: number;
  awb: string;
  provider: CourierProviderName;
  accountId: number;
}

/** The task that polls parcels. */
export function pollParcelsTask(deps: Deps): Task<TaskPayloads["poll_parcels"]> {
  return {
    intervalMs: RUN_EVERY_MS,
    concurrency: 1,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run(_payload, { stopping }) {
      await pollParcels(deps, new Date(), stopping);
      return null;
    },
  };
}

/** Asks about the parcels that are due, up to 500. @returns how many it has asked about */
export async function pollParcels(deps: Deps, now: Date, stopping?: AbortSignal): Promise<number> {
  await endUnheard(deps.db, now);
  const due = await readDue(deps.db, now, [...deps.providers.keys()]);
  let asked = 0;
  for (const provider of deps.providers.values()) {
    const ofProvider = due.filter((one) => one.provider === provider.name);
    for (let start = 0; start < ofProvider.length && !stopping?.aborted; start += provider.maxTracked) {
      const part = ofProvider.slice(start, start + provider.maxTracked);
      if (!(await ask(deps, provider, part, now))) break;
      asked += part.length;
    }
  }
  return asked;
}

/** Asks about parcels at once, whenever they were asked about before. */
export async function pollNow(deps: ScanDeps, provider: CourierProvider, awbs: readonly string[]): Promise<void> {
  for (let start = 0; start < awbs.length; start += provider.maxTracked) {
    const reported = await provider.track(awbs.slice(start, start + provider.maxTracked));
    await takeScans(deps, { provider: provider.name, reported, source: "poll" });
  }
}

/** @returns whether the courier has answered */
async function ask(deps: Deps, provider: CourierProvider, part: readonly Due[], now: Date): Promise<boolean> {
  try {
    const reported = await provider.track(part.map(({ awb }) => awb));
    await takeScans(deps, { provider: provider.name, reported, source: "poll" }, now);
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    // The next run tries again.
    deps.log.warn({ courier: provider.name, reason: error.reason }, "a courier could not be asked about parcels");
    return false;
  }
  const ids = part.map(({ id }) => id);
  const accounts = [...new Set(part.map(({ accountId }) => accountId))];
  await deps.db.update(parcelBooking).set({ polledAt: now }).where(inArray(parcelBooking.id, ids));
  await deps.db.update(courierAccount).set({ lastPollAt: now }).where(inArray(courierAccount.id, accounts));
  return true;
}

const IS_TRACKED = and(eq(parcelBooking.state, "booked"), isNull(parcelBooking.trackingEndedAt));

/** Reads the parcels that are due, those that wait longest first, and ends those that staff has ended. */
async function readDue(db: Database, now: Date, providers: readonly CourierProviderName[]): Promise<Due[]> {
  if (providers.length === 0) return [];
  const before = (ms: number) => new Date(now.getTime() - ms);
  const { id, awb, accountId, bookedAt, polledAt } = parcelBooking;
  const rows = await db
    .select({
      ...{ id, awb, accountId, provider: courierAccount.provider },
      hasEnded: sql<boolean>`coalesce(${shipment.deliveredAt}, ${shipment.lostAt}, ${shipment.cameBackAt}) is not null`,
    })
    .from(parcelBooking)
    .innerJoin(courierAccount, eq(courierAccount.id, accountId))
    .leftJoin(shipment, eq(shipment.id, parcelBooking.shipmentId))
    .where(
      and(
        IS_TRACKED,
        isNotNull(awb),
        inArray(courierAccount.provider, [...providers]),
        or(
          isNull(polledAt),
          lt(polledAt, before(OLD_EVERY_MS)),
          and(lt(polledAt, before(EVERY_MS)), sql`${bookedAt} > ${before(OLD_AFTER_MS)}`),
        ),
      ),
    )
    .orderBy(sql`${polledAt} asc nulls first`, asc(id))
    .limit(MAX_PER_RUN);
  const ended = rows.filter(({ hasEnded }) => hasEnded).map((row) => row.id);
  if (ended.length > 0)
    await db.update(parcelBooking).set({ trackingEndedAt: now }).where(inArray(parcelBooking.id, ended));
  return rows.flatMap((row) => (row.hasEnded || row.awb === null ? [] : [{ ...row, awb: row.awb }]));
}

/** Stops asking about parcels that no scan has ended in 45 days, each with a line for staff. */
async function endUnheard(db: Database, now: Date): Promise<void> {
  const since = new Date(now.getTime() - STOP_AFTER_DAYS * DAY_MS);
  await db.transaction(async (trx) => {
    const ended = await trx
      .update(parcelBooking)
      .set({ trackingEndedAt: now })
      .where(and(IS_TRACKED, lt(parcelBooking.bookedAt, since), isNotNull(parcelBooking.awb)))
      .returning({
        id: parcelBooking.id,
        awb: parcelBooking.awb,
        // It waits for staff already.
        isReported: sql<boolean>`exists (select from shipment where shipment.id = ${parcelBooking.shipmentId} and ${IS_REPORTED})`,
      });
    const unheard = ended.filter(({ isReported }) => !isReported);
    if (unheard.length === 0) return;
    const row = {
      at: now,
      receivedAt: now,
      code: UNHEARD_CODE,
      place: "",
      text: "",
      source: "poll",
      contradiction: UNHEARD,
    } as const;
    await trx.insert(parcelScan).values(unheard.map(({ id, awb }) => ({ ...row, bookingId: id, awb: awb ?? "" })));
    publishChange(trx, "orders");
  });
}

/** The shop's own, in place of a courier's. */
const UNHEARD_CODE = "shop/unheard";
const UNHEARD = `The courier has not said in ${STOP_AFTER_DAYS} days what became of the parcel, and the shop asks no more. Ask the courier, then mark it as delivered, lost or come back.`;
