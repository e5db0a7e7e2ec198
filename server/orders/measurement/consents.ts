/** The consents of customers to telling services of their orders. */

import { randomInt } from "node:crypto";
import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import { type Measurement, type PurchaseService, questionText } from "../../../contract/measurement.ts";
import { daysAfter } from "../../base/time.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, purchaseEvent } from "../../platform/database/schema.ts";

/** What a customer has allowed when ordering, as the browser says it. */
export interface PurchaseConsent {
  /** Null if nothing is connected. */
  measurement: Measurement | null;
  /** The services that the customer was asked about and has allowed; none without a consent. */
  allowed: readonly string[];
  /** The number by which Google Analytics recognises the browser; undefined if it has set none. */
  clientId: string | undefined;
  userAgent: string | undefined;
}

/** Maximum length of what a browser calls itself. */
const MAX_USER_AGENT = 500;
/** After these days an unsent event is deleted: Meta takes none that is older. */
const UNSENT_DAYS = 7;

/**
 * Records for an unconfirmed order which services its customer has allowed to be told of it, in place of what was recorded before.
 * @param isNew whether nothing was recorded before
 */
export async function recordPurchaseConsent(
  trx: DatabaseOrTransaction,
  orderId: number,
  { measurement, allowed, clientId, userAgent }: PurchaseConsent,
  { isNew, now }: { isNew: boolean; now: Date },
): Promise<void> {
  if (measurement === null) return;
  if (!isNew) await trx.delete(purchaseEvent).where(eq(purchaseEvent.orderId, orderId));
  const values = measurement.purchases
    .filter((service) => allowed.includes(service))
    .map((service) => ({
      orderId,
      service,
      consentedAt: now,
      wording: questionText(measurement),
      ...(service === "ga4"
        ? { clientId: clientId ?? unknownClient(now) }
        : { userAgent: userAgent?.slice(0, MAX_USER_AGENT) }),
    }));
  if (values.length > 0) await trx.insert(purchaseEvent).values(values);
}

/** A number for a browser that has none, in the form of the others; the same at every attempt, by which a repeated event is recognised. */
const unknownClient = (now: Date) => `${randomInt(2 ** 31)}.${Math.floor(now.getTime() / 1000)}`;

/** Ends what has not been sent yet, because the customers' data are erased. */
export async function stopPurchaseEvents(trx: DatabaseOrTransaction, customerIds: readonly number[]): Promise<void> {
  const orders = trx
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(inArray(customerOrder.customerId, [...customerIds]));
  await trx.delete(purchaseEvent).where(and(inArray(purchaseEvent.orderId, orders), isNull(purchaseEvent.sentAt)));
}

/** Deletes the consents of orders that were never confirmed, and events that no service takes any more. */
export async function deleteUnsentEvents(db: Database, now: Date): Promise<void> {
  await db
    .delete(purchaseEvent)
    .where(and(isNull(purchaseEvent.sentAt), lt(purchaseEvent.consentedAt, daysAfter(now, -UNSENT_DAYS))));
}

/** Lists which services were told of orders, or are still to be. */
export const readPurchaseEvents = (
  db: Database,
  orderIds: readonly number[],
): Promise<{ orderId: number; service: PurchaseService; consentedAt: Date; wording: string; sentAt: Date | null }[]> =>
  db
    .select({
      orderId: purchaseEvent.orderId,
      service: purchaseEvent.service,
      consentedAt: purchaseEvent.consentedAt,
      wording: purchaseEvent.wording,
      sentAt: purchaseEvent.sentAt,
    })
    .from(purchaseEvent)
    .where(inArray(purchaseEvent.orderId, [...orderIds]));
