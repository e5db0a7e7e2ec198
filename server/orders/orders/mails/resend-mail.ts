import type { OrderMail } from "../../../../contract/admin/orders.ts";
import { ApiError, unreachable } from "../../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { returnUntil } from "../eligibility.ts";
import { isSale } from "../lifecycle.ts";
import type { OrderRow } from "../order-row.ts";
import { queueDeliveredEmail, queueShippedEmail, requeueConfirmationEmail } from "./queue-order-emails.ts";

/** States in which an order has a parcel. */
const SENT: readonly OrderRow["state"][] = [
  "shipped",
  "out_for_delivery",
  "delivered",
  "return_requested",
  "return_approved",
  "return_received",
];

/** Whether an email about an order can be sent again. */
export function canResend({ state, deliveredAt }: Pick<OrderRow, "state" | "deliveredAt">, mail: OrderMail): boolean {
  switch (mail) {
    case "confirmation":
      return isSale(state);
    case "shipped":
      return SENT.includes(state);
    case "delivered":
      return isSale(state) && deliveredAt !== null;
    default:
      return unreachable(mail);
  }
}

/**
 * Queues an email about a locked order again, for example for a customer who has deleted it.
 * @param returnDays days after delivery within which a return can be requested
 * @throws ApiError (409) unless the event that it reports has happened
 */
export async function resendMail(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  mail: OrderMail,
  { sender, returnDays, now }: { sender: MailSender; returnDays: number; now: Date },
): Promise<void> {
  if (!canResend(order, mail))
    throw new ApiError("wrong_order_state", `Order ${order.number} has no such email that could be sent again.`);
  switch (mail) {
    case "confirmation":
      return requeueConfirmationEmail(trx, sender, order, now);
    case "shipped":
      return queueShippedEmail(trx, sender, order, now);
    case "delivered":
      return queueDeliveredEmail(trx, sender, order, returnUntil(order, returnDays), now);
    default:
      return unreachable(mail);
  }
}
