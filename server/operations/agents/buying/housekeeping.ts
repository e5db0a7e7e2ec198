import { and, inArray, isNotNull, isNull, lt } from "drizzle-orm";
import { daysAfter } from "../../../base/time.ts";
import { deleteUnusedAccounts } from "../../../people/accounts/find-or-create.ts";
import type { Database } from "../../../platform/database/database.ts";
import { agentCart, agentCheckout } from "../../../platform/database/schema.ts";

/** Days for which what became an order can be read as a checkout. */
const CONTENT_DAYS = 30;
const BATCH = 500;

/**
 * Deletes carts and checkouts a day after they have expired, with unused accounts that were created for them. A checkout that became an order stays
 * with it, without what the platform sent.
 */
export async function deleteOldAgentSessions(db: Database, now: Date): Promise<void> {
  const before = daysAfter(now, -1);
  await db.delete(agentCart).where(lt(agentCart.expiresAt, before));
  await db
    .update(agentCheckout)
    .set({ content: null, email: null })
    .where(
      and(
        lt(agentCheckout.expiresAt, daysAfter(now, -CONTENT_DAYS)),
        isNotNull(agentCheckout.orderId),
        isNotNull(agentCheckout.content),
      ),
    );
  const isOld = and(lt(agentCheckout.expiresAt, before), isNull(agentCheckout.orderId));
  for (let deleted = BATCH; deleted === BATCH; ) {
    const old = db.select({ id: agentCheckout.id }).from(agentCheckout).where(isOld).limit(BATCH);
    const rows = await db.transaction(async (trx) => {
      const removed = await trx
        .delete(agentCheckout)
        .where(inArray(agentCheckout.id, old))
        .returning({ customerId: agentCheckout.customerId });
      await deleteUnusedAccounts(
        trx,
        removed.flatMap(({ customerId }) => customerId ?? []),
      );
      return removed;
    });
    deleted = rows.length;
  }
}
