import { and, asc, desc, eq, sql } from "drizzle-orm";
import { maySee } from "../../../../contract/admin/contact-details.ts";
import type {
  FailedDeliveryQuery,
  FailedDeliveryTab,
  ListedFailedDelivery,
} from "../../../../contract/admin/failed-deliveries.ts";
import { ApiError } from "../../../base/errors.ts";
import { lockOrderById } from "../../../orders/orders/order-row.ts";
import { receiverOf } from "../../../orders/orders/receiver.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import { publishChange } from "../../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { customerOrder, failedDelivery, parcelBooking, shipment } from "../../../platform/database/schema.ts";
import type { Staff } from "../../../platform/http/staff-sessions.ts";
import { daysToChoose, findFailed } from "./answer-failed-delivery.ts";
import { COMES_BACK, IS_OVER, IS_TOLD, stateOf, WAITS_FOR_STAFF } from "./states.ts";

const PAGE_SIZE = 50;
const CONDITIONS: Readonly<Record<FailedDeliveryTab, typeof IS_OVER>> = {
  open: WAITS_FOR_STAFF,
  told: IS_TOLD,
  coming_back: COMES_BACK,
  closed: IS_OVER,
};

const read = (db: DatabaseOrTransaction) =>
  db
    .select({ failed: failedDelivery, parcel: shipment, order: customerOrder, bookingId: parcelBooking.id })
    .from(failedDelivery)
    .innerJoin(shipment, eq(shipment.id, failedDelivery.shipmentId))
    .innerJoin(customerOrder, eq(customerOrder.id, shipment.orderId))
    .leftJoin(parcelBooking, eq(parcelBooking.shipmentId, shipment.id));
type Found = Awaited<ReturnType<typeof read>>[number];

/** Lists failed deliveries for staff, the oldest first; those that are over, the newest first. */
export async function listFailedDeliveries(
  db: Database,
  { tab, after }: FailedDeliveryQuery,
  { permissions }: Pick<Staff, "permissions">,
  now: Date,
): Promise<{ deliveries: ListedFailedDelivery[]; hasMore: boolean }> {
  // Read by SQL, because a Date has no microseconds.
  const last = sql`(select raised_at, id from failed_delivery where id = ${Number(after)})`;
  const key = sql`(${failedDelivery.raisedAt}, ${failedDelivery.id})`;
  const isClosed = tab === "closed";
  const beyond = after === undefined ? undefined : isClosed ? sql`${key} < ${last}` : sql`${key} > ${last}`;
  const order = isClosed ? desc : asc;
  const found = await read(db)
    .where(and(CONDITIONS[tab], beyond))
    .orderBy(order(failedDelivery.raisedAt), order(failedDelivery.id))
    .limit(PAGE_SIZE + 1);
  return {
    deliveries: found.slice(0, PAGE_SIZE).map((one) => toListed(one, permissions, now)),
    hasMore: found.length > PAGE_SIZE,
  };
}

/** @throws ApiError (404) */
export async function readListed(
  db: Database,
  id: number,
  { permissions }: Pick<Staff, "permissions">,
  now: Date,
): Promise<ListedFailedDelivery> {
  const [found] = await read(db).where(eq(failedDelivery.id, id));
  if (!found) throw new ApiError("not_found", "There is no such failed delivery.");
  return toListed(found, permissions, now);
}

function toListed({ failed, parcel, order, bookingId }: Found, permissions: Staff["permissions"], now: Date) {
  const { attempt, reason, detail, answer, answeredBy, againOn, note, providerAnswer } = failed;
  const { city, pincode } = order.shippingAddress;
  const seesPhone = maySee("phone", permissions);
  return {
    _id: String(failed.id),
    number: order.number,
    customer: receiverOf(order).name,
    mobile: seesPhone ? receiverOf(order).mobile : null,
    place: `${city} ${pincode}`,
    courier: parcel.courier,
    awb: parcel.awb,
    ...{ attempt, reason, detail, answer, answeredBy, againOn, note, providerAnswer },
    failedAt: failed.raisedAt.toISOString(),
    newMobile: seesPhone ? failed.mobile : "",
    isBooked: bookingId !== null,
    isTold: failed.acceptedAt !== null,
    canAnswer: stateOf(failed, parcel) === "open",
    days: daysToChoose(now),
  };
}

/**
 * Takes a failed delivery from the list of what waits: staff has told the courier, or nothing is left to do.
 * @throws ApiError (404), (409) if there is no answer that the courier could have been told
 */
export async function closeFailedDelivery(
  db: Database,
  id: number,
  { outcome, note = "" }: { outcome: "told" | "over"; note?: string | undefined },
  { actor, now }: { actor: Staff; now: Date },
): Promise<void> {
  await db.transaction(async (trx) => {
    const { parcel } = await findFailed(trx, id);
    const order = await lockOrderById(trx, parcel.orderId);
    const { failed } = await findFailed(trx, id);
    if (outcome === "told" && failed.answer === null)
      throw new ApiError("wrong_order_state", "There is no answer yet. Answer for the customer first.");
    if (!order || failed.closedAt !== null || (outcome === "told" && failed.acceptedAt !== null)) return;
    const said = note === "" ? {} : { providerAnswer: note };
    const change = outcome === "told" ? { acceptedAt: now, sentAt: now } : { closedAt: now };
    await trx
      .update(failedDelivery)
      .set({ ...said, ...change })
      .where(eq(failedDelivery.id, id));
    await recordAudit(
      trx,
      actor,
      {
        action: "order.delivery_closed",
        subject: { type: "order", id: order.number },
        after: { awb: parcel.awb, outcome, ...(note && { note }) },
      },
      now,
    );
    publishChange(trx, "orders");
  });
}
