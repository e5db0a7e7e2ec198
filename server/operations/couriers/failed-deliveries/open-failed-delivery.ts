import { and, desc, eq, isNull } from "drizzle-orm";
import type { FailureReason } from "../../../../contract/couriers.ts";
import { isoDayInIndia } from "../../../../contract/dates.ts";
import { signedToken } from "../../../base/secrets.ts";
import { takeParcelFromDoor } from "../../../orders/fulfilment/change-parcel.ts";
import type { Change } from "../../../orders/orders/change-state.ts";
import { queueDeliveryFailedEmail } from "../../../orders/orders/mails/queue-order-emails.ts";
import type { OrderRow } from "../../../orders/orders/order-row.ts";
import type { Parcel } from "../../../orders/orders/read-parcels.ts";
import { publishChange } from "../../../platform/database/change-events.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { failedDelivery } from "../../../platform/database/schema.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";

export interface Failure {
  reason: FailureReason;
  /** The courier's words, for staff alone. */
  detail: string;
  /** When it failed. */
  at: Date;
  /** The day of the next attempt as the customer reads it; null if the courier has not said. */
  again: string | null;
}

interface Context {
  sender: MailSender;
  /** Signs the customer's link. */
  codeSecret: string;
  now: Date;
}

/**
 * Records that the courier could not deliver a parcel of a locked order: it is on its way again, the customer is asked what happens next, and
 * it waits for an answer. A courier tries once a day, so what is reported twice of a day, or after a later attempt, changes nothing.
 * @param awb of a parcel that the courier has
 * @param cause who has noticed it
 * @throws ApiError (404) for another parcel, (409) if the courier no longer has it
 */
export async function failDelivery(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  awb: string,
  failure: Failure,
  { cause, ...context }: Context & Pick<Change, "cause">,
): Promise<OrderRow> {
  const { order: changed, parcel } = await takeParcelFromDoor(trx, order, awb, { cause, at: context.now });
  await openFailedDelivery(trx, changed, parcel, failure, context);
  return changed;
}

/** Asks the customer what happens next after a failed attempt, once for each. @param parcel one that the courier has, of a locked order */
export async function openFailedDelivery(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { id: shipmentId, courier, awb }: Pick<Parcel, "id" | "courier" | "awb">,
  { reason, detail, at, again }: Failure,
  { sender, codeSecret, now }: Context,
): Promise<void> {
  const [last] = await trx
    .select({ attempt: failedDelivery.attempt, raisedAt: failedDelivery.raisedAt })
    .from(failedDelivery)
    .where(eq(failedDelivery.shipmentId, shipmentId))
    .orderBy(desc(failedDelivery.attempt))
    .limit(1);
  if (last && isoDayInIndia(at) <= isoDayInIndia(last.raisedAt)) return;
  await trx
    .update(failedDelivery)
    .set({ closedAt: now })
    .where(and(eq(failedDelivery.shipmentId, shipmentId), isNull(failedDelivery.closedAt)));
  const [opened] = await trx
    .insert(failedDelivery)
    .values({ shipmentId, attempt: (last?.attempt ?? 0) + 1, reason, detail: detail.slice(0, 500), raisedAt: at })
    .returning({ id: failedDelivery.id });
  if (!opened) throw new Error("the failed delivery was not stored");
  const url = `${sender.origin}${deliveryPath(signedToken(codeSecret, "delivery", String(opened.id)))}`;
  await queueDeliveryFailedEmail(trx, sender, order, { parcel: { courier, awb }, reason, again, url }, now);
  publishChange(trx, "orders");
}

/** Returns the path of the page where the customer says what happens next. */
const deliveryPath = (token: string) => `/redelivery/${token}`;
