import type { DatabaseOrTransaction } from "../database/database.ts";
import { Refusal } from "../failures.ts";
import type { MailSender } from "../mail/sender.ts";
import { changeState } from "./change-state.ts";
import { mailReturnAccepted, mailReturnDeclined } from "./mails.ts";
import type { OrderRow } from "./order-row.ts";
import { reverseSale } from "./reverse-sale.ts";
import { refuseUnless } from "./staff-steps.ts";

/** What staff answers to a customer's wish to return an order. Both take an order that is held, and throw a Refusal (409) out of turn. */

/** What was paid goes back. The pieces stay out of the stock: what was at somebody's home is looked at before it is sold again, if ever. */
export async function acceptReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: { sender: MailSender; now: Date },
): Promise<OrderRow> {
  refuseUnless(order, "return-accept");
  const returned = await reverseSale(trx, order, "returned", { cause: "staff", at: now });
  await mailReturnAccepted(trx, sender, returned, now);
  return returned;
}

/**
 * The order stays delivered.
 * @param reason for the customer
 * @throws Refusal (422) without a reason
 */
export async function declineReturn(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { reason, sender, now }: { reason: string; sender: MailSender; now: Date },
): Promise<OrderRow> {
  refuseUnless(order, "return-decline");
  if (reason.trim() === "") throw Refusal.ofField("reason", "Please say why: the customer is told.");
  const note = `Return declined: ${reason.trim()}`;
  const declined = await changeState(trx, order, "delivered", { cause: "staff", note, at: now });
  await mailReturnDeclined(trx, sender, declined, reason.trim(), now);
  return declined;
}
