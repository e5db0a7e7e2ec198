import { eq } from "drizzle-orm";
import { DAY_MS, formatCalendarDay, isoDayInIndia } from "../../../../contract/dates.ts";
import type { DeliveryAnswerBody, FailedDelivery } from "../../../../contract/deliveries/schemas.ts";
import { ApiError } from "../../../base/errors.ts";
import { subjectOfToken } from "../../../base/secrets.ts";
import { addNote } from "../../../orders/orders/change-state.ts";
import { lockOrderById, type OrderRow, readOrderRow } from "../../../orders/orders/order-row.ts";
import { receiverOf } from "../../../orders/orders/receiver.ts";
import { type Actor, recordAudit } from "../../../platform/audit/record-audit.ts";
import { publishChange } from "../../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { failedDelivery, shipment } from "../../../platform/database/schema.ts";
import { type FailedRow, stateOf } from "./states.ts";
import { planTelling } from "./tell-courier-task.ts";

type ParcelRow = typeof shipment.$inferSelect;

/** For how many days ahead a delivery can be asked for: couriers return a parcel after about a week. */
const DAYS_AHEAD = 6;
const SUNDAY = 0;

/** The days among which one can choose: from tomorrow on, without Sundays. */
export function daysToChoose(now: Date): string[] {
  return Array.from({ length: DAYS_AHEAD }, (_, at) =>
    isoDayInIndia(new Date(now.getTime() + (at + 1) * DAY_MS)),
  ).filter((day) => new Date(`${day}T00:00:00Z`).getUTCDay() !== SUNDAY);
}

/** Returns the id of a link's failed delivery. @throws ApiError (404) for a link that the shop has not signed */
export function idOfToken(codeSecret: string, token: string): number {
  const id = subjectOfToken(codeSecret, "delivery", token);
  if (id === null || !/^\d+$/.test(id)) throw notFound();
  return Number(id);
}

const notFound = () =>
  new ApiError("not_found", "This link isn’t valid. Please copy it from the email again, or write to us.");

/** Reads a failed delivery as its customer sees it. @throws ApiError (404) */
export async function readFailedDelivery(db: DatabaseOrTransaction, id: number, now: Date): Promise<FailedDelivery> {
  const { failed, parcel } = await findFailed(db, id);
  const order = await readOrderRow(db, parcel.orderId);
  if (!order) throw notFound();
  return toFailedDelivery(failed, parcel, order, now);
}

/** @throws ApiError (404) */
export async function findFailed(
  db: DatabaseOrTransaction,
  id: number,
): Promise<{ failed: FailedRow; parcel: ParcelRow }> {
  const [found] = await db
    .select({ failed: failedDelivery, parcel: shipment })
    .from(failedDelivery)
    .innerJoin(shipment, eq(shipment.id, failedDelivery.shipmentId))
    .where(eq(failedDelivery.id, id));
  if (!found) throw notFound();
  return found;
}

function toFailedDelivery(failed: FailedRow, parcel: ParcelRow, order: OrderRow, now: Date): FailedDelivery {
  const { name, mobile } = receiverOf(order);
  const { city, pincode } = order.shippingAddress;
  const state = stateOf(failed, parcel);
  // An email is kept for years, and passed on: once there is nothing to decide, its link tells nothing about a person.
  const isOver = state === "over";
  return {
    orderNumber: order.number,
    courier: parcel.courier,
    awb: parcel.awb,
    reason: failed.reason,
    failedAt: failed.raisedAt.toISOString(),
    receiver: isOver ? "" : name,
    place: isOver ? "" : `${city} ${pincode}`,
    mobileEnding: isOver ? "" : mobile.slice(-4),
    days: daysToChoose(now),
    state,
    answer: failed.answer && {
      answer: failed.answer,
      againOn: failed.againOn,
      mobile: isOver ? "" : failed.mobile,
      note: isOver ? "" : failed.note,
    },
  };
}

interface By {
  /** The member of staff who answers for the customer; null for the customer. */
  actor: Actor | null;
  now: Date;
}

/**
 * Stores what the courier is to do, in place of an earlier answer that it has not got yet.
 * @throws ApiError (404), (409) once the courier was told or it is over, (422) for a day that cannot be chosen
 */
export async function answerFailedDelivery(db: Database, id: number, body: DeliveryAnswerBody, by: By): Promise<void> {
  const { actor, now } = by;
  await db.transaction(async (trx) => {
    const { parcel: before } = await findFailed(trx, id);
    const order = await lockOrderById(trx, before.orderId);
    // Read again: it may have changed while the order was locked.
    const { failed, parcel } = await findFailed(trx, id);
    if (!order) throw notFound();
    requireOpen(stateOf(failed, parcel));
    const answer = toAnswer(body, now);
    await trx
      .update(failedDelivery)
      .set({
        ...answer,
        answeredBy: actor ? "staff" : "customer",
        answeredAt: now,
        providerAnswer: "",
        providerAnswerId: null,
      })
      .where(eq(failedDelivery.id, id));
    await planTelling(trx, failed);
    await addNote(trx, order, { cause: actor ? "staff" : "customer", note: noteOf(answer, actor !== null), at: now });
    if (actor)
      await recordAudit(
        trx,
        actor,
        {
          action: "order.delivery_answered",
          subject: { type: "order", id: order.number },
          after: { awb: parcel.awb, answer: answer.answer, ...(answer.againOn && { again: answer.againOn }) },
        },
        now,
      );
    publishChange(trx, "orders");
  });
}

function requireOpen(state: FailedDelivery["state"]): void {
  if (state === "told")
    throw new ApiError(
      "wrong_order_state",
      "We’ve told the courier already, so this can’t be changed here any more. Please write to us.",
    );
  if (state === "over")
    throw new ApiError("wrong_order_state", "This delivery attempt is over. Please see where your parcel is now.");
}

type Answer = Pick<FailedRow, "answer" | "againOn" | "mobile" | "note">;

/** @throws ApiError (422) */
function toAnswer({ answer, againOn = "", mobile = "", note = "" }: DeliveryAnswerBody, now: Date): Answer {
  if (answer === "return") return { answer, againOn: null, mobile: "", note };
  if (!daysToChoose(now).includes(againOn))
    throw ApiError.ofField("againOn", "Please choose one of the days that are offered.");
  return { answer, againOn, mobile, note };
}

function noteOf({ answer, againOn }: Answer, isByStaff: boolean): string {
  const asked = isByStaff ? "We’re asking the courier" : "You asked the courier";
  return answer === "again" && againOn
    ? `${asked} to try again on ${formatCalendarDay(againOn)}.`
    : `${asked} to send it back.`;
}
