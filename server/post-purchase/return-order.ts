import type { DatabaseOrTransaction } from "../database/database.ts";
import { ApiError } from "../errors.ts";
import type { MailSender } from "../mail/sender.ts";
import { changeState } from "../orders/change-state.ts";
import { canReturn } from "../orders/eligibility.ts";
import { mailReturnRequested } from "../orders/mails.ts";
import type { OrderRow } from "../orders/order-row.ts";

/**
 * Records a customer's request to return a locked order; staff answers it.
 * @throws ApiError (409) after the return period or before delivery
 */
export async function requestReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { reason, returnDays, sender, now }: { reason: string; returnDays: number; sender: MailSender; now: Date },
): Promise<OrderRow> {
  if (!canReturn(order, returnDays, now)) {
    throw new ApiError(
      "wrong_order_state",
      order.state === "delivered"
        ? `The ${returnDays}-day return period for this order has ended. If something is wrong, please write to us.`
        : "You can request a return once the order has been delivered.",
    );
  }
  const note = `Your reason: ${reason}`;
  const requested = await changeState(trx, order, "return_requested", { cause: "customer", note, at: now });
  await mailReturnRequested(trx, sender, requested, reason, now);
  return requested;
}
