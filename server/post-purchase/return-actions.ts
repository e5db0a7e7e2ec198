import type { DatabaseOrTransaction } from "../database/database.ts";
import { ApiError } from "../errors.ts";
import type { MailSender } from "../mail/sender.ts";
import { changeState } from "../orders/change-state.ts";
import { mailReturnAccepted, mailReturnApproved, mailReturnDeclined, mailReturnReceived } from "../orders/mails.ts";
import { requireAction } from "../orders/order-actions.ts";
import type { OrderRow } from "../orders/order-row.ts";
import type { PickUp } from "../orders/return-emails.ts";
import { readDay } from "../orders/staff-day.ts";
import { reverseSale } from "./reverse-sale.ts";

/**
 * How staff answers a requested return: approve it with a pick-up, receive the parcel, accept or decline it. Every function takes a locked
 * order and throws an ApiError (409) if its state does not allow the step.
 */

interface Step {
  sender: MailSender;
  now: Date;
}

/**
 * @param pickUp who collects the parcel, on which day (2026-11-25) and when
 * @throws ApiError (422) if a part is missing or the date is none
 */
export async function approveReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  pickUp: PickUp,
  { sender, now }: Step,
): Promise<OrderRow> {
  requireAction(order, "return-approve");
  const date = readDay("date", pickUp.date);
  const courier = pickUp.courier.trim();
  const between = pickUp.between.trim();
  for (const [field, value] of Object.entries({ courier, between }))
    if (value === "" || value.length > 60)
      throw ApiError.ofField(field, `Please give --${field} in 1 to 60 characters: it is emailed to the customer.`);
  const note = `Pick-up by ${courier} on ${date}, between ${between}.`;
  const approved = await changeState(trx, order, "return_approved", { cause: "staff", note, at: now });
  await mailReturnApproved(trx, sender, approved, { courier, date, between }, now);
  return approved;
}

/** Notes that the parcel is back. It is inspected before anything is refunded. */
export async function receiveReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: Step,
): Promise<OrderRow> {
  requireAction(order, "return-receive");
  const received = await changeState(trx, order, "return_received", { cause: "staff", at: now });
  await mailReturnReceived(trx, sender, received, now);
  return received;
}

/** Accepts a return and refunds the payment. The units stay out of the stock: staff decides whether they can be sold again. */
export async function acceptReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: Step,
): Promise<OrderRow> {
  requireAction(order, "return-accept");
  return reverseSale(trx, order, {
    reason: "returned",
    change: { cause: "staff", at: now },
    notify: (returned, credit) => mailReturnAccepted(trx, sender, returned, credit, now),
  });
}

/**
 * Declines a return; the order stays delivered.
 * @param reason for the customer
 * @throws ApiError (422) without a reason
 */
export async function declineReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { reason, sender, now }: Step & { reason: string },
): Promise<OrderRow> {
  requireAction(order, "return-decline");
  if (reason.trim() === "") throw ApiError.ofField("reason", "Please say why: it is emailed to the customer.");
  const note = `Return declined: ${reason.trim()}`;
  const declined = await changeState(trx, order, "delivered", { cause: "staff", note, at: now });
  await mailReturnDeclined(trx, sender, declined, reason.trim(), now);
  return declined;
}
