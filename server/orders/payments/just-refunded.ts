import { and, eq, gt, max, sql } from "drizzle-orm";
import { OperatorError } from "../../base/errors.ts";
import { formatRupees, type Paise } from "../../base/money.ts";
import { minutesAfter } from "../../base/time.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { refund } from "../../platform/database/schema.ts";
import type { OrderRow } from "../orders/order-row.ts";

/** For how long the same refund counts as a repeated command, whose first answer was lost. */
const REPEAT_MINUTES = 10;

/**
 * Prevents that a command which is sent twice refunds twice. The back office has the order's version for this; a command has none.
 * @param order locked
 * @throws OperatorError if the same amount has just been refunded for the same reason
 */
export async function requireNotJustRefunded(
  trx: DatabaseOrTransaction,
  { id: orderId, number }: OrderRow,
  { kind, amountPaise, reason }: { kind: "goodwill" | "shipping"; amountPaise: Paise; reason: string },
  now: Date,
): Promise<void> {
  const of = and(
    eq(refund.orderId, orderId),
    eq(refund.reason, kind),
    eq(refund.note, reason.trim()),
    gt(refund.createdAt, minutesAfter(now, -REPEAT_MINUTES)),
  );
  // One refund of several payments is several rows of one moment.
  const [same] = await trx
    .select({ at: max(refund.createdAt) })
    .from(refund)
    .where(of)
    .groupBy(refund.createdAt)
    .having(sql`sum(${refund.amountPaise}) = ${amountPaise}`)
    .limit(1);
  if (!same) return;
  throw new OperatorError(
    `${formatRupees(amountPaise)} of order ${number} was refunded for this reason within the last ${REPEAT_MINUTES} minutes. Nothing has been refunded now; if it is meant twice, add --again.`,
  );
}
