/**
 * Counts which order uses which offer. An offer without a maximum has no counter in its own row, so its orders never wait for each other.
 * Offers are locked before stock and in the order of their ids, which prevents deadlocks.
 */

import { and, asc, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, offer, offerRedemption } from "../../platform/database/schema.ts";
import { lockMailboxOf } from "../../platform/database/single-node.ts";
import type { AppliedOffer } from "./apply-offers.ts";
import { hasOrdered, isOrderOf } from "./has-ordered.ts";
import { checkSets, isSetKept } from "./set-credits.ts";

/**
 * Records the offers of a new order of a locked customer.
 * @returns the offer whose uses were exhausted since it was read; null if all are recorded
 */
export async function redeemOffers(
  trx: DatabaseOrTransaction,
  { orderId, customerId }: { orderId: number; customerId: number },
  applied: readonly AppliedOffer[],
): Promise<AppliedOffer | null> {
  for (const one of applied.toSorted((a, b) => a.offerId - b.offerId)) {
    const { offerId, discountPaise, set } = one;
    const isThere = !set || (await isSetKept(trx, { setOrderId: set.orderId, setProductId: set.productId }));
    if (!isThere || !(await addUse(trx, offerId))) return one;
    await trx.insert(offerRedemption).values({
      orderId,
      customerId,
      offerId,
      discountPaise,
      setOrderId: set?.orderId ?? null,
      setProductId: set?.productId ?? null,
    });
  }
  return null;
}

/** Releases the offers of locked orders that expire, are cancelled, never reach their customer, or are taken back. */
export async function releaseOffers(trx: DatabaseOrTransaction, ...orderIds: number[]): Promise<void> {
  const released = await trx
    .update(offerRedemption)
    .set({ released: true })
    .where(and(inArray(offerRedemption.orderId, orderIds), eq(offerRedemption.released, false)))
    .returning({ offerId: offerRedemption.offerId, setOrderId: offerRedemption.setOrderId });
  for (const { offerId } of released.toSorted((a, b) => a.offerId - b.offerId)) await removeUse(trx, offerId);
  await checkSets(trx, released);
}

/** Stores what each offer takes off a locked order after some of its units were cancelled; by default 0. */
export async function setRedeemed(
  trx: DatabaseOrTransaction,
  orderId: number,
  discounts: ReadonlyMap<number, Paise>,
): Promise<void> {
  const redeemed = await trx
    .select({ offerId: offerRedemption.offerId })
    .from(offerRedemption)
    .where(eq(offerRedemption.orderId, orderId));
  for (const { offerId } of redeemed)
    await trx
      .update(offerRedemption)
      .set({ discountPaise: discounts.get(offerId) ?? paise(0) })
      .where(and(eq(offerRedemption.orderId, orderId), eq(offerRedemption.offerId, offerId)));
}

/**
 * Stores the remaining discounts of a locked order after some of its units were cancelled by their shares.
 * @param discounts largest before largest after: an order's share of each offer falls in proportion
 */
export async function setRedeemedDiscounts(
  trx: DatabaseOrTransaction,
  orderId: number,
  discounts: readonly Paise[],
): Promise<void> {
  const redeemed = await trx
    .select({ offerId: offerRedemption.offerId })
    .from(offerRedemption)
    .where(eq(offerRedemption.orderId, orderId))
    .orderBy(desc(offerRedemption.discountPaise), asc(offerRedemption.offerId));
  const sorted = discounts.toSorted((a, b) => b - a);
  for (const [at, { offerId }] of redeemed.entries())
    await trx
      .update(offerRedemption)
      .set({ discountPaise: sorted[at] ?? paise(0) })
      .where(and(eq(offerRedemption.orderId, orderId), eq(offerRedemption.offerId, offerId)));
}

/**
 * Records the released offers of an expired order again, for a payment that arrives late.
 * @returns false, with nothing changed, if an offer's uses are exhausted, or another order of the customer has used it since
 */
export async function redeemAgain(
  trx: DatabaseOrTransaction,
  { id: orderId, customerId }: { id: number; customerId: number },
): Promise<boolean> {
  await trx.execute(lockMailboxOf(customerId));
  const released = await trx
    .select({
      offerId: offerRedemption.offerId,
      setOrderId: offerRedemption.setOrderId,
      setProductId: offerRedemption.setProductId,
      isUsed: sql<boolean>`(${offer.firstOrderOnly} and ${hasOrdered(offerRedemption.customerId, offerRedemption.orderId)})
        or coalesce((
          select count(*) from ${customerOrder} as ordered join ${offerRedemption} as other on other.order_id = ordered.id
          where ${isOrderOf(offerRedemption.customerId)} and other.offer_id = ${offer.id}
            and not other.released and other.order_id <> ${offerRedemption.orderId}
        ) >= ${offer.maxUsesPerCustomer}, false)`,
    })
    .from(offerRedemption)
    .innerJoin(offer, eq(offer.id, offerRedemption.offerId))
    .where(and(eq(offerRedemption.orderId, orderId), eq(offerRedemption.released, true)))
    .orderBy(asc(offerRedemption.offerId));
  const counted: number[] = [];
  for (const { offerId, isUsed, ...credit } of released) {
    if (!isUsed && (await isFree(trx, credit)) && (await addUse(trx, offerId))) counted.push(offerId);
    else {
      for (const id of counted) await removeUse(trx, id);
      return false;
    }
  }
  if (released.length > 0)
    await trx.update(offerRedemption).set({ released: false }).where(eq(offerRedemption.orderId, orderId));
  return true;
}

/** Counts a use of an offer. @returns false if it has none left */
async function addUse(trx: DatabaseOrTransaction, offerId: number): Promise<boolean> {
  const addCounted = () =>
    trx
      .update(offer)
      .set({ uses: sql`${offer.uses} + 1` })
      .where(and(eq(offer.id, offerId), lt(offer.uses, offer.maxUses)))
      .returning({ id: offer.id });
  if ((await addCounted()).length > 0) return true;
  // Without a maximum. The lock is shared, so that orders do not wait for each other, but a maximum that is set counts all of them.
  const [found] = await trx.select({ max: offer.maxUses }).from(offer).where(eq(offer.id, offerId)).for("key share");
  return found?.max === null || (await addCounted()).length > 0;
}

const removeUse = (trx: DatabaseOrTransaction, offerId: number) =>
  trx
    .update(offer)
    .set({ uses: sql`${offer.uses} - 1` })
    .where(and(eq(offer.id, offerId), isNotNull(offer.maxUses)));

/** Whether the set is still its customer's, and no other order has its credit. */
async function isFree(
  trx: DatabaseOrTransaction,
  { setOrderId, setProductId }: { setOrderId: number | null; setProductId: number | null },
): Promise<boolean> {
  if (setOrderId === null) return true;
  if (!(await isSetKept(trx, { setOrderId, setProductId }))) return false;
  const [used] = await trx
    .select({ orderId: offerRedemption.orderId })
    .from(offerRedemption)
    .where(and(eq(offerRedemption.setOrderId, setOrderId), eq(offerRedemption.released, false)));
  return !used;
}
