import { and, eq, inArray } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { refund } from "../../platform/database/schema.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { queueRefundAccountEmail } from "../orders/mails/queue-payment-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { maskUpiId } from "../payment-records/mask-upi-id.ts";
import { readDueByHand } from "./refunds-by-hand.ts";

/**
 * Stores the UPI ID to which staff pays the refunds of a locked order that no provider can pay. It is erased once they are paid. Emails the
 * masked ID to the customer, in case a stranger has entered it.
 * @throws ApiError (409) if no refund waits for it
 */
export async function storeRefundAccount(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  upiId: string,
  { sender, now }: { sender: MailSender; now: Date },
): Promise<void> {
  const due = await readDueByHand(trx, order.id);
  if (due.length === 0) throw new ApiError("wrong_order_state", "No refund of this order is waiting for a UPI ID.");
  const ids = due.map(({ id }) => id);
  await trx
    .update(refund)
    .set({ upiId })
    .where(and(eq(refund.orderId, order.id), inArray(refund.id, ids)));
  await queueRefundAccountEmail(trx, sender, order, maskUpiId(upiId), now);
}
