/**
 * Tells couriers what customers want after a failed delivery. An answer is sent some minutes after it was given, so that it can be changed;
 * from then on it is the one that counts. One whose response is lost is sent again: it asks for the same.
 */

import { and, eq, isNull } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { MINUTE_MS } from "../../../../contract/dates.ts";
import { publishChange } from "../../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { courierAccount, failedDelivery, parcelBooking, shipment } from "../../../platform/database/schema.ts";
import { addJob } from "../../../platform/jobs/add-job.ts";
import { type Attempt, RetryJob, type Task, type TaskPayloads } from "../../../platform/jobs/tasks.ts";
import { CourierError, type CourierProvider, type FailureAnswer } from "../provider.ts";
import type { CourierProviders } from "../providers.ts";
import { type FailedRow, stateOf } from "./states.ts";

/** For how long an answer can still be changed. */
const GRACE_MS = 2 * MINUTE_MS;
/** How often a courier is asked before staff is to tell it. */
const MAX_TRIES = 8;
/** How often a courier that decides later is asked what it has decided. */
const READ_EVERY_MS = 15 * MINUTE_MS;

interface Deps {
  db: Database;
  providers: CourierProviders;
  log: FastifyBaseLogger;
}

/** Adds the job for a parcel whose courier was booked; staff tells other couriers. */
export async function planTelling(
  trx: DatabaseOrTransaction,
  failed: Pick<FailedRow, "id" | "shipmentId">,
): Promise<void> {
  const [booked] = await trx
    .select({ id: parcelBooking.id })
    .from(parcelBooking)
    .where(eq(parcelBooking.shipmentId, failed.shipmentId));
  if (!booked) return;
  const runAt = new Date(Date.now() + GRACE_MS);
  await addJob(trx, "tell_courier", { failedDeliveryId: failed.id }, { key: `tell_courier ${failed.id}`, runAt });
}

export function tellCourierTask({ db, providers, log }: Deps): Task<TaskPayloads["tell_courier"]> {
  return {
    concurrency: 2,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ failedDeliveryId: id }, attempt) {
      const found = await claim(db, id);
      if (!found) return null;
      const { failed, booking, provider: name } = found;
      const provider = providers.get(name);
      if (!provider || booking.awb === null) {
        await refuse(db, id, "no keys are set for the account");
        return null;
      }
      try {
        if (failed.providerAnswerId !== null) return await readDecision(db, provider, failed);
        const parcel = { awb: booking.awb, key: booking.key, ids: booking.providerIds };
        const { pending } = await provider.answerFailure(parcel, toAnswer(failed));
        await change(db, id, pending === null ? { acceptedAt: new Date() } : { providerAnswerId: pending });
        return pending === null ? null : new Date(Date.now() + READ_EVERY_MS);
      } catch (error) {
        if (!(error instanceof CourierError)) throw error;
        log.warn(
          { failedDelivery: id, reason: error.reason, kind: error.kind },
          "a courier could not be told an answer",
        );
        return tryAgain(db, failed, error, attempt);
      }
    },
  };
}

/** Takes the answer, which can't be changed from now on; null if there is nothing to tell. */
async function claim(db: Database, id: number) {
  return db.transaction(async (trx) => {
    const [found] = await trx
      .select({ failed: failedDelivery, parcel: shipment, booking: parcelBooking, provider: courierAccount.provider })
      .from(failedDelivery)
      .innerJoin(shipment, eq(shipment.id, failedDelivery.shipmentId))
      .innerJoin(parcelBooking, eq(parcelBooking.shipmentId, shipment.id))
      .innerJoin(courierAccount, eq(courierAccount.id, parcelBooking.accountId))
      .where(eq(failedDelivery.id, id))
      .for("update", { of: failedDelivery });
    if (!found || found.failed.answer === null || found.failed.acceptedAt || found.failed.closedAt) return null;
    // What a courier has refused waits for another answer, or for staff.
    if (found.failed.providerAnswer !== "" || stateOf(found.failed, found.parcel) === "over") return null;
    await trx
      .update(failedDelivery)
      .set({ sentAt: found.failed.sentAt ?? new Date() })
      .where(eq(failedDelivery.id, id));
    return found;
  });
}

const toAnswer = ({ answer, againOn, mobile, note }: FailedRow): FailureAnswer =>
  answer === "again" && againOn !== null ? { answer, day: againOn, mobile, note } : { answer: "return", note };

async function readDecision(db: Database, provider: CourierProvider, failed: FailedRow): Promise<Date | null> {
  const { state, detail } = await provider.readAnswer(failed.providerAnswerId ?? "");
  if (state === "pending") return new Date(Date.now() + READ_EVERY_MS);
  if (state === "accepted")
    await change(db, failed.id, { acceptedAt: new Date(), providerAnswer: detail.slice(0, 500) });
  else await refuse(db, failed.id, detail);
  return null;
}

async function tryAgain(db: Database, { id }: FailedRow, error: CourierError, { attempts }: Attempt): Promise<null> {
  if (error.kind === "refused" || attempts >= MAX_TRIES) {
    await refuse(db, id, error.detail);
    return null;
  }
  // Nothing was sent: until the next attempt the answer can be changed.
  if (error.kind === "not_sent") await change(db, id, { sentAt: null });
  throw new RetryJob(error.message, new Date(Date.now() + Math.min(30 * MINUTE_MS, (MINUTE_MS / 2) * 2 ** attempts)));
}

/** Hands an answer to staff, who may change it, or tell the courier. @param why in the courier's words; may be empty */
const refuse = (db: Database, id: number, why: string) =>
  change(db, id, {
    sentAt: null,
    providerAnswerId: null,
    providerAnswer: `The courier has not taken it${why ? `: ${why.slice(0, 300)}` : ""}. Change the answer, or call the courier.`,
  });

async function change(db: Database, id: number, values: Partial<typeof failedDelivery.$inferInsert>): Promise<void> {
  await db
    .update(failedDelivery)
    .set(values)
    .where(and(eq(failedDelivery.id, id), isNull(failedDelivery.acceptedAt)));
  publishChange(db, "orders");
}
