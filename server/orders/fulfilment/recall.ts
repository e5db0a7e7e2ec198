/** Finds and treats orders with units of a recalled lot. */

import type { OrderState } from "../../../contract/orders/schemas.ts";
import type { Database } from "../../platform/database/database.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { Lot } from "../../selling/stock/manage-lots.ts";
import { readLotOrders, recordRecallEmail, replaceRecalled } from "../../selling/stock/recall-lots.ts";
import { NOT_SENT, UNDER_WAY } from "../orders/lifecycle.ts";
import { queueRecallEmail } from "../orders/mails/queue-order-emails.ts";
import { lockOrderById, type OrderRow, readOrderRow } from "../orders/order-row.ts";

/** States in which the goods are with the customer or in transit. */
const AWAY: readonly OrderState[] = [...UNDER_WAY, "delivered", "return_requested", "return_approved"];
/** How many orders one statement reads. */
const CHUNK = 100;

export interface RecalledOrder {
  order: OrderRow;
  /** Number of units of the lots that did not come back. */
  units: number;
  isMailed: boolean;
}

/** Reads the orders that have units of lots, oldest first. */
export async function* ordersOfLots(db: Database, lots: readonly Lot[]): AsyncGenerator<RecalledOrder> {
  for (let after = 0; ; ) {
    const chunk = await readLotOrders(db, lots, { after, max: CHUNK });
    for (const { orderId, units, isMailed } of chunk) {
      const order = await readOrderRow(db, orderId);
      if (order) yield { order, units, isMailed };
      after = orderId;
    }
    if (chunk.length < CHUNK) return;
  }
}

/**
 * Allocates other units to an order that is not shipped.
 * @returns `repack` for a packed order, whose parcel still contains the recalled units; `short` if not enough others are available
 */
export function replaceInOrder(
  db: Database,
  { id }: OrderRow,
): Promise<"nothing to do" | "replaced" | "repack" | "short"> {
  return db.transaction(async (trx) => {
    const order = await lockOrderById(trx, id);
    if (!order || !NOT_SENT.includes(order.state)) return "nothing to do";
    const replaced = await replaceRecalled(trx, id);
    if (replaced === "none") return "nothing to do";
    return replaced === "replaced" && order.state === "packed" ? "repack" : replaced;
  });
}

/** Whether the goods are with the receiver of a gift, who has no email. */
export const hasReceiver = ({ state, gift }: OrderRow) => AWAY.includes(state) && Boolean(gift?.receiver);

/** Emails the customer of an order that was sent, once. @returns whether it is emailed now */
export function notifyOfRecall(
  db: Database,
  { id }: OrderRow,
  { lots, reason, sender, now }: { lots: readonly Lot[]; reason: string; sender: MailSender; now: Date },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const order = await lockOrderById(trx, id);
    if (!order || !AWAY.includes(order.state)) return false;
    const positions = await recordRecallEmail(trx, id, lots, now);
    if (positions.length === 0) return false;
    await queueRecallEmail(trx, sender, order, { number: lots[0]?.number ?? "", reason, positions }, now);
    return true;
  });
}
