/** The recipients of notices, and what became of their emails. */

import { and, count, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { daysAfter } from "../../base/time.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { incidentNotice, incidentRecipient, mail } from "../../platform/database/schema.ts";

/** How many days the recipients of a notice are stored: a day less than the outbox knows what became of their emails. */
const RETENTION_DAYS = 29;

export const NOT_DELIVERED = inArray(mail.state, ["failed", "uncertain"]);

/** Counts the emails of notices that the mail servers did not take, by the notices' ids. */
export async function countFailed(
  db: DatabaseOrTransaction,
  noticeIds: readonly number[],
): Promise<Map<number, number>> {
  if (noticeIds.length === 0) return new Map();
  const rows = await db
    .select({ id: incidentRecipient.noticeId, failed: count() })
    .from(incidentRecipient)
    .innerJoin(mail, eq(mail.messageId, incidentRecipient.messageId))
    .where(and(inArray(incidentRecipient.noticeId, [...noticeIds]), NOT_DELIVERED))
    .groupBy(incidentRecipient.noticeId);
  return new Map(rows.map(({ id, failed }) => [id, failed]));
}

/** Deletes the recipients of notices that are done for a month, and counts first what was not delivered. */
export async function deleteOldRecipients(db: Database, now: Date): Promise<void> {
  const before = daysAfter(now, -RETENTION_DAYS);
  await db.transaction(async (trx) => {
    const done = await trx
      .select({ id: incidentNotice.id })
      .from(incidentNotice)
      .where(
        and(
          isNotNull(incidentNotice.doneAt),
          lt(incidentNotice.doneAt, before),
          sql`exists (select from ${incidentRecipient} where ${incidentRecipient.noticeId} = ${incidentNotice.id})`,
        ),
      )
      .for("update");
    const ids = done.map(({ id }) => id);
    if (ids.length === 0) return;
    for (const [id, failed] of await countFailed(trx, ids))
      await trx.update(incidentNotice).set({ failed }).where(eq(incidentNotice.id, id));
    await trx.delete(incidentRecipient).where(inArray(incidentRecipient.noticeId, ids));
  });
}
