import { and, inArray, isNull, lt } from "drizzle-orm";
import { daysAfter } from "../../base/time.ts";
import { deleteUnusedAccounts } from "../../people/accounts/find-or-create.ts";
import type { Database } from "../../platform/database/database.ts";
import { draftOrder } from "../../platform/database/schema.ts";

/** Days for which an expired draft order is retained. */
const RETENTION_DAYS = 30;
const BATCH = 500;

/**
 * Deletes unpaid draft orders some time after their links have expired, with unused accounts that were created for them. A draft that
 * became an order stays with it.
 */
export async function deleteOldDraftOrders(db: Database, now: Date): Promise<void> {
  const oldestAllowed = daysAfter(now, -RETENTION_DAYS);
  const isOld = and(lt(draftOrder.validUntil, oldestAllowed), isNull(draftOrder.orderId));
  for (let deleted = BATCH; deleted === BATCH; ) {
    const old = db.select({ id: draftOrder.id }).from(draftOrder).where(isOld).limit(BATCH);
    const rows = await db.transaction(async (trx) => {
      const removed = await trx
        .delete(draftOrder)
        .where(inArray(draftOrder.id, old))
        .returning({ customerId: draftOrder.customerId });
      await deleteUnusedAccounts(
        trx,
        removed.map(({ customerId }) => customerId),
      );
      return removed;
    });
    deleted = rows.length;
  }
}
