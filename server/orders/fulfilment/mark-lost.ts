/** Parcels that do not reach their customer. Both functions take a locked order and throw an ApiError (409) unless it is in transit. */

import { termsOf } from "../../../contract/orders/payment-terms.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { shipment } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { releaseOffers } from "../../selling/offers/redemptions.ts";
import { returnStock, writeOffUnits } from "../../selling/stock/stock.ts";
import { type LineUnits, readCreditable } from "../orders/invoice/credit-notes.ts";
import { queueLostEmail, queueReturnedToSenderEmail } from "../orders/mails/queue-order-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { countUnits } from "../orders/staff/order-actions.ts";
import { requireAction } from "../orders/staff/order-facts.ts";
import { storeInspected } from "../orders/store-inspected.ts";
import { readUnitsLeft } from "../orders/units-left.ts";
import { reverseSale } from "../post-purchase/reverse-sale.ts";
import { underway } from "./fulfil-order.ts";

/** The reason of written-off units in the ledger of stock. */
export const CAME_BACK = "Came back";

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
 * @param step.restock if staff has opened it: the units that can be sold again; the others are written off, and nothing is left to inspect
 * @throws ApiError (422) for units that it did not hold
 */
export async function receiveOrderBack(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { restock, sender, now }: Step & { restock?: readonly LineUnits[] | undefined },
): Promise<OrderRow> {
  await requireAction(trx, order, "came-back");
  await trx.update(shipment).set({ cameBackAt: now }).where(underway(order));
  await releaseOffers(trx, order.id);
  const isRefused = termsOf(order).courierCollects;
  const arrived = await readUnitsLeft(trx, order.id);
  if (restock) await storeInspected(trx, order.id, { arrived, restock, reason: CAME_BACK });
  else if (!isRefused) await returnStock(trx, order.id);
  const holdsStock = restock ? countUnits(restock) < countUnits(arrived) : isRefused;
  return reverseSale(trx, order, {
    reason: "came_back",
    change: { cause: "staff", note: "The parcel couldn’t be delivered and came back to us.", at: now },
    also: {
      ...(isRefused && { refusedAt: now, ...(restock && { inspectedAt: now }) }),
      ...(!holdsStock && { holdsStock }),
    },
    notify: (cancelled, credit) => queueReturnedToSenderEmail(trx, sender, cancelled, credit, now),
  });
}
