/**
 * What couriers report about parcels. A scan is stored once, however often and in whatever order it is reported, by push and by poll. What is
 * new moves the parcel (`move-parcel.ts`).
 */

import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import type { CourierProviderName } from "../../../contract/couriers.ts";
import { HOUR_MS } from "../../../contract/dates.ts";
import { lockOrderById, readOrderRow } from "../../orders/orders/order-row.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { courierAccount, parcelBooking, parcelScan } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { moveParcel } from "./move-parcel.ts";
import type { Scan, Tracked } from "./provider.ts";

/** By how much couriers' clocks may differ from the shop's. */
const MAX_CLOCK_DIFFERENCE_MS = HOUR_MS;

export interface ScanDeps {
  db: Database;
  readSender: (origin: string) => Promise<MailSender>;
  /** Days after delivery within which a return can be requested. */
  readReturnDays: () => Promise<number>;
  /** Signs the links of customers whose delivery failed. */
  codeSecret: string;
  log: FastifyBaseLogger;
}

export type ScanRow = typeof parcelScan.$inferSelect;

/**
 * Stores what a provider reports about the parcels that are booked with it, and moves them. AWBs of others are ignored: who knows the address
 * for one provider's pushes moves no parcel of another.
 */
export async function takeScans(
  deps: ScanDeps,
  {
    provider,
    reported,
    source,
  }: { provider: CourierProviderName; reported: ReadonlyMap<string, Tracked>; source: ScanRow["source"] },
  now = new Date(),
): Promise<void> {
  const scansByAwb = new Map([...reported].map(([awb, { scans }]) => [awb.toUpperCase(), scans]));
  if (scansByAwb.size === 0) return;
  const { id, orderId, awb, createdAt } = parcelBooking;
  const bookings = await deps.db
    .select({ id, orderId, awb, createdAt })
    .from(parcelBooking)
    .innerJoin(courierAccount, eq(courierAccount.id, parcelBooking.accountId))
    .where(and(inArray(awb, [...scansByAwb.keys()]), eq(courierAccount.provider, provider)));
  const rows = bookings.flatMap((booking) =>
    uniqueScans(scansByAwb.get(booking.awb ?? "") ?? []).map((scan) => toRow(booking, scan, source, now)),
  );
  if (rows.length === 0) return;
  await deps.db
    .insert(parcelScan)
    .values(rows)
    // One that meant nothing when it came: its time was in the future, or its code was not known yet.
    .onConflictDoUpdate({
      target: [parcelScan.awb, parcelScan.at, parcelScan.code],
      set: { progress: sql`excluded.progress`, receivedAt: sql`excluded.received_at` },
      setWhere: and(isNull(parcelScan.progress), sql`excluded.progress is not null`),
    });
  // Also what was stored before, by a process that died before it applied it.
  const open = await deps.db
    .selectDistinct({ bookingId: parcelScan.bookingId })
    .from(parcelScan)
    .where(
      and(
        inArray(
          parcelScan.bookingId,
          bookings.map((booking) => booking.id),
        ),
        IS_UNAPPLIED,
      ),
    );
  const openIds = new Set(open.map(({ bookingId }) => bookingId));
  for (const booking of bookings) if (openIds.has(booking.id)) await applyNew(deps, booking, now);
}

const IS_UNAPPLIED = and(isNull(parcelScan.appliedAt), isNotNull(parcelScan.progress));

/** One statement can't write a row twice. */
const uniqueScans = (scans: readonly Scan[]) => [
  ...new Map(scans.map((scan) => [`${scan.at.getTime()} ${scan.code}`, scan])).values(),
];

function toRow(
  { id, awb, createdAt }: { id: number; awb: string | null; createdAt: Date },
  { at, code, progress, place, text, note = "" }: Scan,
  source: ScanRow["source"],
  now: Date,
) {
  const isPlausible =
    at.getTime() <= now.getTime() + MAX_CLOCK_DIFFERENCE_MS &&
    at.getTime() >= createdAt.getTime() - MAX_CLOCK_DIFFERENCE_MS;
  return {
    bookingId: id,
    awb: awb ?? "",
    at,
    code,
    progress: isPlausible ? progress : null,
    place,
    text,
    source,
    receivedAt: now,
    contradiction: note,
    // It changes nothing.
    ...(isPlausible && progress === "booked" && { appliedAt: now }),
  };
}

/** Applies the scans of a booking that were not applied yet. */
async function applyNew(
  { db, readSender, readReturnDays, codeSecret }: ScanDeps,
  { id, orderId }: { id: number; orderId: number },
  now: Date,
): Promise<void> {
  const order = await readOrderRow(db, orderId);
  if (!order) return;
  // Before the transaction, because it uses another connection.
  const context = { sender: await readSender(order.shopOrigin), returnDays: await readReturnDays(), codeSecret, now };
  await db.transaction(async (trx) => {
    const locked = await lockOrderById(trx, orderId);
    const [booking] = await trx.select().from(parcelBooking).where(eq(parcelBooking.id, id)).for("update");
    const fresh = await readUnapplied(trx, id);
    if (!locked || !booking || fresh.length === 0) return;
    const problems = await moveParcel(trx, locked, { booking, fresh }, context);
    for (const scan of fresh)
      await trx
        .update(parcelScan)
        .set({ appliedAt: now, contradiction: problems.get(scan.id) ?? scan.contradiction })
        .where(eq(parcelScan.id, scan.id));
  });
}

/** Reads scans that mean something and were not applied, by the time at which they happened. */
const readUnapplied = (trx: DatabaseOrTransaction, bookingId: number): Promise<ScanRow[]> =>
  trx
    .select()
    .from(parcelScan)
    .where(and(eq(parcelScan.bookingId, bookingId), IS_UNAPPLIED))
    .orderBy(parcelScan.at, parcelScan.id);
