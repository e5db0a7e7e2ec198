import type { OrderMail } from "../../../../contract/admin/orders.ts";
import { ApiError, unreachable } from "../../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { consume, type Limit } from "../../../platform/rate-limits/limits.ts";
import { returnUntil } from "../eligibility.ts";
import { isSale } from "../lifecycle.ts";
import type { OrderRow } from "../order-row.ts";
import { payPath, payToken } from "../pay-link.ts";
import { readPendingEdit } from "../pending-edit.ts";
import {
  queueDeliveredEmail,
  queueEditToPayEmail,
  queueShippedEmail,
  requeueConfirmationEmail,
} from "./queue-order-emails.ts";

/** States in which an order has a parcel. */
const SENT: readonly OrderRow["state"][] = [
  "shipped",
  "out_for_delivery",
  "delivered",
  "return_requested",
  "return_approved",
  "return_received",
];

/** Limits how often an order's payment link is sent again. */
const paymentLinksOf = (orderId: number): Limit => ({
  key: `payment links of order ${orderId}`,
  limit: 5,
  windowSeconds: 60 * 60,
});

/** Whether an email about an order can be sent again. @param facts.hasPendingEdit whether a change of it waits for its payment */
export function canResend(
  { state, deliveredAt }: Pick<OrderRow, "state" | "deliveredAt">,
  mail: OrderMail,
  { hasPendingEdit }: { hasPendingEdit: boolean },
): boolean {
  switch (mail) {
    case "confirmation":
      return isSale(state);
    case "shipped":
      return SENT.includes(state);
    case "delivered":
      return isSale(state) && deliveredAt !== null;
    case "payment_link":
      return hasPendingEdit;
    default:
      return unreachable(mail);
  }
}

/**
 * Queues an email about a locked order again, for example for a customer who has deleted it.
 * @param returnDays days after delivery within which a return can be requested
 * @throws ApiError (409) unless the event that it reports has happened, (429) for too many payment links
 */
export async function resendMail(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  mail: OrderMail,
  {
    sender,
    returnDays,
    codeSecret,
    now,
  }: { sender: MailSender; returnDays: number /** Signs payment links. */; codeSecret: string; now: Date },
): Promise<void> {
  const edit = await readPendingEdit(trx, order.id);
  if (!canResend(order, mail, { hasPendingEdit: edit !== null }))
    throw new ApiError("wrong_order_state", `Order ${order.number} has no such email that could be sent again.`);
  switch (mail) {
    case "confirmation":
      return requeueConfirmationEmail(trx, sender, order, now);
    case "shipped":
      return queueShippedEmail(trx, sender, order, now);
    case "delivered":
      return queueDeliveredEmail(trx, sender, order, returnUntil(order, returnDays), now);
    case "payment_link": {
      if (!edit) throw new Error(`order ${order.number} has no pending change`);
      await consume(trx, paymentLinksOf(order.id), now);
      const url = sender.origin + payPath(payToken(codeSecret, order.number));
      return queueEditToPayEmail(trx, sender, order, { edit, url }, now);
    }
    default:
      return unreachable(mail);
  }
}
