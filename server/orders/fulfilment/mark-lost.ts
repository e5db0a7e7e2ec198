/** Parcels that do not reach their customer. Both functions take a locked order and throw an ApiError (409) unless it is in transit. */

import { termsOf } from "../../../contract/orders/payment-terms.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { shipment } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { releaseOffers } from "../../selling/offers/redemptions.ts";
import { returnStock, writeOffUnits } from "../../selling/stock/stock.ts";
import { readCreditable } from "../orders/invoice/credit-notes.ts";
import { queueLostEmail, queueReturnedToSenderEmail } from "../orders/mails/queue-order-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { reverseSale } from "../post-purchase/reverse-sale.ts";
import { underway } from "./fulfil-order.ts";

interface Step {
  sender: MailSender;
  now: Date;
}

/** Marks a parcel as lost by the courier and refunds the payment. The stock does not change, because the units are gone. */
export async function markOrderLost(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: Step,
): Promise<OrderRow> {
  await requireAction(trx, order, "lost");
  await trx.update(shipment).set({ lostAt: now }).where(underway(order));
  await releaseOffers(trx, order.id);
  await writeOffUnits(trx, order.id, await readCreditable(trx, order.id), "Lost in transit");
  return reverseSale(trx, order, {
    reason: "lost",
    change: { cause: "staff", note: "The parcel was lost in transit.", at: now },
    notify: (cancelled, credit) => queueLostEmail(trx, sender, cancelled, credit, now),
  });
}

/**
 * Receives an undelivered parcel back: refunds the payment and restocks the units. A parcel that was refused with cash on delivery is
 * restocked by `inspectRefused`.
 */
export async function receiveOrderBack(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: Step,
): Promise<OrderRow> {
  await requireAction(trx, order, "came-back");
  await trx.update(shipment).set({ cameBackAt: now }).where(underway(order));
  await releaseOffers(trx, order.id);
  const isRefused = termsOf(order).courierCollects;
  if (!isRefused) await returnStock(trx, order.id);
  return reverseSale(trx, order, {
    reason: "came_back",
    change: { cause: "staff", note: "The parcel couldn’t be delivered and came back to us.", at: now },
    also: isRefused ? { refusedAt: now } : { holdsStock: false },
    notify: (cancelled, credit) => queueReturnedToSenderEmail(trx, sender, cancelled, credit, now),
  });
}
