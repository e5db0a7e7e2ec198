/** Cancelling what is booked, with the courier first: a booking counts as cancelled once the courier has said so. */

import { eq } from "drizzle-orm";
import type { FastifyBaseLogger } from "fastify";
import { MINUTE_MS } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import { findAnyOrder } from "../../orders/orders/find-order.ts";
import { readOpenBooking } from "../../orders/orders/open-booking.ts";
import { lockOrderById } from "../../orders/orders/order-row.ts";
import { recordAudit, SHOP_ACTOR } from "../../platform/audit/record-audit.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database } from "../../platform/database/database.ts";
import { courierAccount, parcelBooking } from "../../platform/database/schema.ts";
import { RetryJob, type Task, type TaskPayloads } from "../../platform/jobs/tasks.ts";
import { type BookingRow, markCancelled, requireOpen } from "./bookings.ts";
import { CourierError } from "./provider.ts";
import { type CourierProviders, providerOf, toConflict } from "./providers.ts";
import { isStuck } from "./unclear-bookings.ts";

interface Deps {
  db: Database;
  providers: CourierProviders;
}

/**
 * Asks the courier to cancel the open booking of an order, if the courier has been asked for it. One whose answer stays lost is only given up
 * here: staff has looked into the courier's panel, which may be all that is left of an account.
 * @returns the booking, for `markCancelled`
 * @throws ApiError (409) if nothing is booked, while it is not known, or if the courier does not cancel
 */
export async function askToCancel(deps: Deps, number: string): Promise<BookingRow> {
  const order = await findAnyOrder(deps.db, number);
  const booking = await deps.db.transaction((trx) => requireOpen(trx, order));
  if (booking.state === "asking" || (booking.state === "unclear" && !isStuck(booking, new Date())))
    throw new ApiError(
      "conflict",
      `The courier is being asked about the parcel of order ${order.number}. Cancel once it is known whether it is booked, or in half an hour if its answer stays lost.`,
    );
  try {
    if (booking.state === "booked") await cancelWithCourier(deps, booking);
    return booking;
  } catch (error) {
    if (!(error instanceof CourierError)) throw error;
    throw toConflict(error);
  }
}

/** @throws CourierError */
async function cancelWithCourier({ db, providers }: Deps, { accountId, awb, key, providerIds: ids }: BookingRow) {
  const [account] = await db.select().from(courierAccount).where(eq(courierAccount.id, accountId));
  if (!account || awb === null) return;
  await providerOf(providers, account.provider).cancel({ awb, key, ids });
}

const TRY_AGAIN_MS = 5 * MINUTE_MS;

/** The task that cancels the booking of an order that its customer has cancelled. Too late: staff reads so on the order. */
export function cancelBookingTask({
  db,
  providers,
  log,
}: Deps & { log: FastifyBaseLogger }): Task<TaskPayloads["cancel_booking"]> {
  return {
    concurrency: 2,
    maxAttempts: Number.POSITIVE_INFINITY,
    async run({ orderId }) {
      const open = await readOpenBooking(db, orderId);
      if (!open) return null;
      // Not known yet whether there is anything to cancel.
      if (open.state === "asking" || open.state === "unclear") return new Date(Date.now() + MINUTE_MS);
      const [booking] = await db.select().from(parcelBooking).where(eq(parcelBooking.id, open.id));
      if (!booking) return null;
      try {
        if (booking.state === "booked") await cancelWithCourier({ db, providers }, booking);
      } catch (error) {
        if (!(error instanceof CourierError)) throw error;
        log.warn(
          { booking: booking.id, reason: error.reason },
          "the booking of a cancelled order could not be cancelled",
        );
        await db
          .update(parcelBooking)
          .set({ detail: toConflict(error).message.slice(0, 500) })
          .where(eq(parcelBooking.id, booking.id));
        if (error.kind === "refused" && error.reason === "too_late") return null;
        throw new RetryJob(error.message, new Date(Date.now() + TRY_AGAIN_MS));
      }
      await db.transaction(async (trx) => {
        const now = new Date();
        const order = await lockOrderById(trx, orderId);
        if (!order) return;
        await markCancelled(trx, order, booking, now);
        const subject = { type: "order" as const, id: order.number };
        await recordAudit(
          trx,
          SHOP_ACTOR,
          { action: "order.booking_cancelled", subject, after: { awb: booking.awb } },
          now,
        );
        publishChange(trx, "orders");
      });
      return null;
    },
  };
}
