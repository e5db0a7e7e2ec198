import { asc, inArray } from "drizzle-orm";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import { publishChange } from "../../platform/database/change-events.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import {
  customerOrder,
  dispute,
  disputeText,
  orderReturn,
  orderReturnPhoto,
  payment,
  paymentSession,
  refund,
} from "../../platform/database/schema.ts";
import { deleteMailsAbout } from "../../platform/mail/outbox.ts";
import { queueRemoval } from "../../platform/media/removal.ts";
import { deletePhoneMessagesAbout } from "../../platform/phone-messages/outbox.ts";
import { releaseOffers } from "../../selling/offers/redemptions.ts";
import { forgetOrders } from "../../selling/stock/forget-orders.ts";
import { isTest } from "../orders/test-orders.ts";

/** Orders per transaction. */
const BATCH = 500;

/**
 * Deletes every test order with its payments, documents and emails, and undoes what it did to the stock and to offers. Numbers of test documents are
 * not given again. The provider keeps its test payments.
 * @returns how many there were
 */
export async function takeBackTestOrders(db: Database, actor: Actor, now: Date): Promise<number> {
  let orders = 0;
  for (let taken = BATCH; taken === BATCH; orders += taken)
    taken = await db.transaction((trx) => takeBackSome(trx, actor, now));
  // Open pages of orders and stock load again.
  if (orders > 0) publishChange(db, "orders");
  return orders;
}

async function takeBackSome(trx: DatabaseOrTransaction, actor: Actor, now: Date): Promise<number> {
  const locked = await trx
    .select({ id: customerOrder.id, number: customerOrder.number })
    .from(customerOrder)
    .where(isTest)
    .orderBy(asc(customerOrder.id))
    .limit(BATCH)
    .for("update");
  if (locked.length === 0) return 0;
  const ids = locked.map(({ id }) => id);
  await releaseOffers(trx, ...ids);
  await forgetOrders(trx, ids);
  await queueRemoval(trx, await listPhotos(trx, ids));
  const disputes = trx.select({ id: dispute.id }).from(dispute).where(inArray(dispute.orderId, ids));
  await trx.delete(disputeText).where(inArray(disputeText.disputeId, disputes));
  await trx.delete(dispute).where(inArray(dispute.orderId, ids));
  await trx.delete(refund).where(inArray(refund.orderId, ids));
  await trx.delete(paymentSession).where(inArray(paymentSession.orderId, ids));
  await trx.delete(payment).where(inArray(payment.orderId, ids));
  await trx.update(customerOrder).set({ replacedById: null }).where(inArray(customerOrder.replacedById, ids));
  await trx.delete(customerOrder).where(inArray(customerOrder.id, ids));
  const numbers = locked.map(({ number }) => number);
  await deleteMailsAbout(trx, numbers);
  await deletePhoneMessagesAbout(trx, numbers);
  const subject = { type: "shop" as const, id: "test orders" };
  await recordAudit(trx, actor, { action: "shop.test_orders_taken_back", subject, after: { orders: ids.length } }, now);
  return ids.length;
}

/** The files of photos that customers added to their returns. */
async function listPhotos(trx: DatabaseOrTransaction, orderIds: readonly number[]): Promise<string[]> {
  const returns = trx
    .select({ id: orderReturn.id })
    .from(orderReturn)
    .where(inArray(orderReturn.orderId, [...orderIds]));
  const photos = await trx
    .select({ path: orderReturnPhoto.path })
    .from(orderReturnPhoto)
    .where(inArray(orderReturnPhoto.returnId, returns));
  return photos.map(({ path }) => path);
}
