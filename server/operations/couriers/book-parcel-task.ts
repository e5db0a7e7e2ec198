/**
 * Asks couriers for what staff has wished for. Each booking is asked for once: an answer that is lost, or a process that died while it
 * asked, makes it unclear, and it is looked up by its key until it is known whether the parcel is booked.
 */

import { and, eq, inArray } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { MINUTE_MS } from "../../../contract/dates.ts";
import { lockOrderById, readOrderRow } from "../../orders/orders/order-row.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { courierAccount, courierLabel, parcelBooking } from "../../platform/database/schema.ts";
import { type Attempt, RetryJob, type Task, type TaskPayloads } from "../../platform/jobs/tasks.ts";
import type { AccountRow } from "./accounts.ts";
import type { BookingRow } from "./bookings.ts";
import { readContent, serviceOf, toParcel } from "./parcel-content.ts";
import { type BookedParcel, CourierError, type CourierProvider } from "./provider.ts";
import type { CourierProviders } from "./providers.ts";
import { LOOK_UP_AFTER_MIN } from "./unclear-bookings.ts";

/** How often a request that was not sent is tried. */
const MAX_TRIES = 6;
/** How often a label is asked for. */
const MAX_LABEL_TRIES = 12;

interface Deps {
  db: Database;
  providers: CourierProviders;
  log: FastifyBaseLogger;
}

interface Subject {
  booking: BookingRow;
  account: AccountRow;
  provider: CourierProvider;
}

export function bookParcelTask(deps: Deps): Task<TaskPayloads["book_parcel"]> {
  return {
    concurrency: 4,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ bookingId }, attempt) {
      const [found] = await deps.db
        .select({ booking: parcelBooking, account: courierAccount })
        .from(parcelBooking)
        .innerJoin(courierAccount, eq(courierAccount.id, parcelBooking.accountId))
        .where(eq(parcelBooking.id, bookingId));
      if (!found) return null;
      const provider = deps.providers.get(found.account.provider);
      if (!provider) {
        if (found.booking.state !== "wanted") return new Date(Date.now() + 5 * MINUTE_MS);
        await refuse(deps.db, found.booking, new CourierError("refused", "credentials", "No keys are set."));
        return null;
      }
      const subject = { ...found, provider };
      switch (found.booking.state) {
        case "wanted":
          return ask(deps, subject, attempt);
        case "asking":
          // The process that asked has died, or lost its lease.
          await setState(deps.db, found.booking, "unclear");
          return nextLookUp({ ...found.booking, checks: 0 });
        case "unclear":
          return lookUp(deps, subject);
        case "booked":
          return fetchLabel(deps, subject, attempt);
        default:
          return null;
      }
    },
  };
}

/** @returns when to look it up; now to fetch the label; null when it is refused */
async function ask(deps: Deps, subject: Subject, { attempts }: Attempt): Promise<Date | null> {
  const { db, log } = deps;
  const { account, provider } = subject;
  let booking = subject.booking;
  try {
    if (booking.reservedAwb === null) {
      const reservedAwb = await provider.reserve();
      if (reservedAwb !== null)
        [booking = booking] = await db
          .update(parcelBooking)
          .set({ reservedAwb })
          .where(and(eq(parcelBooking.id, booking.id), eq(parcelBooking.state, "wanted")))
          .returning();
    }
    const claimed = await claim(db, booking, account);
    if (!claimed) return null;
    booking = claimed.booking;
    const { key, reservedAwb: reserved } = booking;
    const parcel = toParcel(claimed.order, claimed.content, booking, account);
    return await store(db, booking, await provider.book(parcel, { key, reserved }));
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    log.warn({ booking: booking.id, reason: error.reason, kind: error.kind }, "a parcel could not be booked");
    if (error.kind === "no_response") {
      await setState(db, booking, "unclear", error.detail);
      return nextLookUp({ ...booking, checks: 0 });
    }
    if (error.kind === "refused" || attempts >= MAX_TRIES) {
      await refuse(db, booking, error);
      return null;
    }
    await setState(db, booking, "wanted", error.detail);
    throw new RetryJob(error.message, pauseAfter(attempts));
  }
}

/** 30 seconds, a minute, two … up to half an hour. */
const pauseAfter = (attempts: number) =>
  new Date(Date.now() + Math.min(30 * MINUTE_MS, (MINUTE_MS / 2) * 2 ** Math.max(0, attempts - 1)));

/** Takes the wish with what is due and where it goes now; null if the order does not want it any more. */
async function claim(db: Database, { id, orderId }: BookingRow, account: AccountRow) {
  return db.transaction(async (trx) => {
    const order = await lockOrderById(trx, orderId);
    const [row] = await trx.select().from(parcelBooking).where(eq(parcelBooking.id, id)).for("update");
    if (!order || row?.state !== "wanted") return null;
    const content = await readContent(trx, order);
    if (!content) {
      await trx
        .update(parcelBooking)
        .set({ state: "cancelled", cancelledAt: new Date() })
        .where(eq(parcelBooking.id, id));
      return null;
    }
    const { isReplacement, units, codPaise, receiverHash, contentHash } = content;
    const [booking] = await trx
      .update(parcelBooking)
      .set({
        ...{ isReplacement, units, codPaise, receiverHash, contentHash },
        service: serviceOf(account, content),
        ...{ state: "asking", askedAt: new Date(), checks: 0, detail: "" },
      })
      .where(eq(parcelBooking.id, id))
      .returning();
    return booking ? { order, booking, content } : null;
  });
}

/** @returns now, to fetch the label */
async function store(db: Database, booking: BookingRow, booked: BookedParcel): Promise<Date> {
  await db.transaction(async (trx) => {
    await change(trx, booking, {
      state: "booked",
      awb: booked.awb.toUpperCase(),
      courier: booked.courier.slice(0, 60),
      providerIds: booked.ids,
      quotedPaise: booked.quotedPaise,
      bookedAt: new Date(),
      detail: "",
    });
  });
  return new Date();
}

const refuse = (db: Database, booking: BookingRow, { reason, detail }: CourierError) =>
  change(db, booking, { state: "refused", refusal: reason, detail });

const setState = (db: Database, booking: BookingRow, state: BookingRow["state"], detail = "") =>
  change(db, booking, { state, detail });

/** Changes a booking that still waits for its courier. */
async function change(
  db: DatabaseOrTransaction,
  { id }: BookingRow,
  values: Partial<typeof parcelBooking.$inferInsert>,
): Promise<void> {
  await db
    .update(parcelBooking)
    .set(values)
    .where(and(eq(parcelBooking.id, id), inArray(parcelBooking.state, ["wanted", "asking", "unclear"])));
  publishChange(db, "orders");
}

/** @returns when an unclear booking is looked up next */
function nextLookUp({ askedAt, checks }: Pick<BookingRow, "askedAt" | "checks">): Date {
  const minutes = LOOK_UP_AFTER_MIN[checks] ?? 30;
  return new Date(Math.max(Date.now() + 1000, (askedAt?.getTime() ?? Date.now()) + minutes * MINUTE_MS));
}

async function lookUp({ db, log }: Deps, { booking, account, provider }: Subject): Promise<Date | null> {
  const { key, reservedAwb: reserved } = booking;
  const order = await readOrderRow(db, booking.orderId);
  if (!order) return null;
  try {
    const content = await readContent(db, order);
    // As it was asked for: what is due meanwhile is another booking's.
    const parcel = toParcel(
      order,
      { ...(content ?? NOTHING), units: booking.units, codPaise: booking.codPaise },
      booking,
      account,
    );
    const found = await provider.findBooked(parcel, { key, reserved });
    if (found) return await store(db, booking, found);
    const checks = booking.checks + 1;
    if (checks >= LOOK_UP_AFTER_MIN.length) {
      // The courier has no such parcel: it is asked again, by the same key.
      await setState(db, booking, "wanted");
      return new Date();
    }
    await change(db, booking, { checks });
    return nextLookUp({ ...booking, checks });
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    log.warn({ booking: booking.id, reason: error.reason, kind: error.kind }, "a booking could not be looked up");
    if (error.kind === "refused" && error.reason !== "credentials") {
      await refuse(db, booking, error);
      return null;
    }
    return new Date(Date.now() + 5 * MINUTE_MS);
  }
}

const NOTHING = { isReplacement: false, units: [], lines: [], receiverHash: "", contentHash: "" };

async function fetchLabel(
  { db, log }: Deps,
  { booking, account, provider }: Subject,
  { attempts }: Attempt,
): Promise<Date | null> {
  const { id, awb, key, providerIds: ids } = booking;
  if (awb === null) return null;
  const [known] = await db
    .select({ id: courierLabel.bookingId })
    .from(courierLabel)
    .where(eq(courierLabel.bookingId, id));
  if (known) return null;
  try {
    const pdf = await provider.fetchLabel({ awb, key, ids }, account.labelSize);
    await db.transaction(async (trx) => {
      await trx.insert(courierLabel).values({ bookingId: id, pdf, fetchedAt: new Date() }).onConflictDoNothing();
      await trx.update(parcelBooking).set({ detail: "" }).where(eq(parcelBooking.id, id));
      publishChange(trx, "orders");
    });
    return null;
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    log.warn({ booking: id, reason: error.reason }, "a courier's label could not be fetched");
    await db
      .update(parcelBooking)
      .set({ detail: `The label: ${error.detail}` })
      .where(eq(parcelBooking.id, id));
    if (attempts >= MAX_LABEL_TRIES) return null;
    throw new RetryJob(error.message, new Date(Date.now() + Math.min(10 * MINUTE_MS, 5000 * 2 ** attempts)));
  }
}
