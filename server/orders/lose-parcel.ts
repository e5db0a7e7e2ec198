import type { DatabaseOrTransaction } from "../database/database.ts";
import type { MailSender } from "../mail/sender.ts";
import { mailLost } from "./mails.ts";
import type { OrderRow } from "./order-row.ts";
import { reverseSale } from "./reverse-sale.ts";
import { refuseUnless } from "./staff-steps.ts";

/**
 * The courier has lost the parcel of an order that is held: what was paid goes back. The pieces are gone, so the stock stays as it is.
 * @throws Refusal (409) unless a parcel is on its way
 */
export async function loseParcel(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { sender, now }: { sender: MailSender; now: Date },
): Promise<OrderRow> {
  refuseUnless(order, "lost");
  const note = "The parcel was lost on its way.";
  const cancelled = await reverseSale(trx, order, "lost", { cause: "staff", note, at: now });
  await mailLost(trx, sender, cancelled, now);
  return cancelled;
}
