import type { DatabaseOrTransaction } from "../database/database.ts";
import type { MailSender } from "../mail/sender.ts";
import { mailCameBack, mailLost } from "../orders/mails.ts";
import { requireStep } from "../orders/order-actions.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { reverseSale } from "../post-purchase/reverse-sale.ts";
import { returnStock } from "../stock/stock.ts";

/** A parcel that was sent and never reached its customer. Both take a locked order and throw a ApiError (409) unless it is on its way. */

interface Step {
  sender: MailSender;
  now: Date;
}

/** The courier has lost it: what was paid is refunded. The pieces are gone, so the stock stays as it is. */
export async function loseParcel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: Step,
): Promise<OrderRow> {
  requireStep(order, "lost");
  return reverseSale(trx, order, {
    reason: "lost",
    change: { cause: "staff", note: "The parcel was lost in transit.", at: now },
    tell: (cancelled) => mailLost(trx, sender, cancelled, now),
  });
}

/** It could not be delivered and is back, unopened: what was paid is refunded, and its pieces go into the stock again. */
export async function receiveParcelBack(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: Step,
): Promise<OrderRow> {
  requireStep(order, "came-back");
  await returnStock(trx, order.id);
  return reverseSale(trx, order, {
    reason: "came_back",
    change: { cause: "staff", note: "The parcel couldn’t be delivered and came back to us.", at: now },
    also: { holdsStock: false },
    tell: (cancelled) => mailCameBack(trx, sender, cancelled, now),
  });
}
