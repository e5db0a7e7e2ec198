import type { DatabaseOrTransaction } from "../database/database.ts";
import type { OrderCause } from "../database/schema.ts";
import { Refusal } from "../failures.ts";
import type { MailSender } from "../mail/sender.ts";
import { canCancel } from "./after-sale.ts";
import { mailCancelled } from "./mails.ts";
import type { OrderRow } from "./order-row.ts";
import { reverseSale } from "./reverse-sale.ts";
import { lockProducts, piecesOf, returnStock } from "./stock.ts";

/**
 * Cancels an order that is held: its pieces go back into the stock, and what was paid goes back to the customer.
 * @param reason a sentence for the customer, where it was not their own wish
 * @throws Refusal (409) once it is shipped
 */
export async function cancelOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { cause, reason = "", sender, now }: { cause: OrderCause; reason?: string; sender: MailSender; now: Date },
): Promise<OrderRow> {
  if (!canCancel(order)) {
    throw new Refusal(
      "conflict",
      order.state === "cancelled" || order.state === "refunded"
        ? "This order is cancelled already."
        : "This order can no longer be cancelled. Once it has arrived you can send it back.",
    );
  }
  await lockProducts(trx, { orderId: order.id });
  await returnStock(trx, await piecesOf(trx, order.id));
  const change = { cause, note: reason, at: now };
  const cancelled = await reverseSale(trx, order, "cancelled", change, { holdsStock: false });
  await mailCancelled(trx, sender, cancelled, { cause, reason }, now);
  return cancelled;
}
