import { removeOrdered } from "../cart/remove-ordered.ts";
import type { DatabaseOrTransaction } from "../database/database.ts";
import type { MailSender } from "../mail/sender.ts";
import { removeCodes } from "../offers/cart-code.ts";
import { removeSamples } from "../offers/cart-samples.ts";
import { numberInvoice } from "../orders/document-numbers.ts";
import type { OrderEmailContext } from "../orders/email-parts.ts";
import type { PrepayOffer } from "../orders/order-emails.ts";
import type { OrderRow } from "../orders/order-row.ts";
import { queueConfirmationEmail } from "../orders/queue-order-emails.ts";
import { sellReserved } from "../stock/stock.ts";

/**
 * Confirms a locked order whose stock is reserved and that is paid, or that its customer has confirmed for cash on delivery: sells its
 * units, removes its products, its free samples and its offer's code from the customer's cart, queues the confirmation email and numbers
 * the invoice.
 * @param options.payment that has paid it; null for cash on delivery
 * @param options.prepay how an order for cash on delivery can be paid online
 */
export async function confirmOrder(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  {
    payment,
    prepay,
    sender,
    now,
  }: { payment: OrderEmailContext["payment"]; prepay?: PrepayOffer | undefined; sender: MailSender; now: Date },
): Promise<void> {
  const items = await removeOrdered(trx, { customerId: order.customerId, orderId: order.id });
  // The customer may have entered another code since.
  const codes = order.offers.flatMap(({ code }) => code ?? []);
  await removeCodes(trx, order.customerId, codes);
  if (items.some(({ pricePaise }) => pricePaise === 0)) await removeSamples(trx, order.customerId);
  await queueConfirmationEmail(trx, sender, order, { items, payment, prepay }, now);
  // Late, because it locks the stock for other orders.
  await sellReserved(trx, order.id);
  // An order for cash on delivery is invoiced when it is shipped.
  if (order.paymentMethod === "online") await numberInvoice(trx, order.id, now);
}
