/** Credits for discovery sets, as far as orders have used them. */

import { and, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, offer, offerRedemption, orderItem } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import type { SpentCredit } from "./price-removal.ts";

/** Reads the credits for sets of an order that other orders use, without those forgiven. */
export async function readSpentCredits(db: DatabaseOrTransaction, setOrderId: number): Promise<SpentCredit[]> {
  const rows = await db
    .select({
      productId: offerRedemption.setProductId,
      conditions: offer.conditions,
      amountPaise: offerRedemption.discountPaise,
      orderNumber: customerOrder.number,
    })
    .from(offerRedemption)
    .innerJoin(customerOrder, eq(customerOrder.id, offerRedemption.orderId))
    .innerJoin(offer, eq(offer.id, offerRedemption.offerId))
    .where(
      and(
        eq(offerRedemption.setOrderId, setOrderId),
        eq(offerRedemption.released, false),
        eq(offerRedemption.forgiven, false),
        gt(offerRedemption.discountPaise, paise(0)),
      ),
    );
  return rows.map(({ productId, conditions, ...row }) => ({
    ...row,
    productIds: productId === null ? conditions.sets : [productId],
  }));
}

/** Stores that the customer keeps the credits for sets of a locked order, although the sets were taken back. */
export async function forgiveCredits(
  trx: DatabaseOrTransaction,
  setOrderId: number,
  credits: readonly SpentCredit[],
): Promise<void> {
  if (credits.length === 0) return;
  const users = trx
    .select({ id: customerOrder.id })
    .from(customerOrder)
    .where(
      inArray(
        customerOrder.number,
        credits.map(({ orderNumber }) => orderNumber),
      ),
    );
  await trx
    .update(offerRedemption)
    .set({ forgiven: true })
    .where(and(eq(offerRedemption.setOrderId, setOrderId), inArray(offerRedemption.orderId, users)));
}

/** Reads what an order uses of the credit for a set; 0 without one. */
export async function readUsedCredit(db: DatabaseOrTransaction, orderId: number): Promise<Paise> {
  const [used] = await db
    .select({ discountPaise: offerRedemption.discountPaise })
    .from(offerRedemption)
    .where(
      and(
        eq(offerRedemption.orderId, orderId),
        eq(offerRedemption.released, false),
        isNotNull(offerRedemption.setOrderId),
      ),
    );
  return used?.discountPaise ?? paise(0);
}

/**
 * Stores how much of a set's credit a locked order still uses, after some of its units were taken out. If that is less, the order of the set
 * is checked: its customer may have paid for the credit.
 */
export async function setUsedCredit(trx: DatabaseOrTransaction, orderId: number, usedPaise: Paise): Promise<void> {
  const changed = await trx
    .update(offerRedemption)
    .set({ discountPaise: usedPaise })
    .where(
      and(
        eq(offerRedemption.orderId, orderId),
        eq(offerRedemption.released, false),
        sql`${offerRedemption.setOrderId} is not null`,
        sql`${offerRedemption.discountPaise} <> ${usedPaise}`,
      ),
    )
    .returning({ setOrderId: offerRedemption.setOrderId });
  await checkSets(trx, changed);
}

/** Adds a job for each order of a set whose credit is used less than before. */
export async function checkSets(
  trx: DatabaseOrTransaction,
  redemptions: readonly { setOrderId: number | null }[],
): Promise<void> {
  for (const { setOrderId } of redemptions)
    if (setOrderId !== null) await addJob(trx, "refund_released_credit", { orderId: setOrderId });
}

/**
 * Whether a set is still its customer's: delivered, and not taken back. Waits for a change of its order.
 * @param productId null if the row of the redemption does not say which set
 */
export async function isSetKept(
  trx: DatabaseOrTransaction,
  { setOrderId, setProductId }: { setOrderId: number; setProductId: number | null },
): Promise<boolean> {
  const [order] = await trx
    .select({ state: customerOrder.state })
    .from(customerOrder)
    .where(eq(customerOrder.id, setOrderId))
    .for("share");
  if (order?.state !== "delivered") return false;
  if (setProductId === null) return true;
  const [left] = await trx
    .select({ position: orderItem.position })
    .from(orderItem)
    .where(
      and(
        eq(orderItem.orderId, setOrderId),
        eq(orderItem.productId, setProductId),
        sql`${orderItem.creditedQuantity} < ${orderItem.quantity}`,
      ),
    )
    .limit(1);
  return left !== undefined;
}

/** Whether none of a set is left in its order although its credit was used. */
export async function wasSetTakenOut(trx: DatabaseOrTransaction, setOrderId: number): Promise<boolean> {
  const used = await trx
    .select({ productId: offerRedemption.setProductId, conditions: offer.conditions })
    .from(offerRedemption)
    .innerJoin(offer, eq(offer.id, offerRedemption.offerId))
    .where(eq(offerRedemption.setOrderId, setOrderId));
  const sets = used.flatMap(({ productId, conditions }) => (productId === null ? conditions.sets : [productId]));
  if (sets.length === 0) return false;
  const items = await trx
    .select({ quantity: orderItem.quantity, creditedQuantity: orderItem.creditedQuantity })
    .from(orderItem)
    .where(and(eq(orderItem.orderId, setOrderId), inArray(orderItem.productId, sets)));
  return items.length > 0 && items.every(({ quantity, creditedQuantity }) => creditedQuantity === quantity);
}
