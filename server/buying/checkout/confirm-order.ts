import { isoDayInIndia } from "../../../contract/dates.ts";
import { termsOf } from "../../../contract/orders/payment-terms.ts";
import { issueInvoice } from "../../orders/orders/invoice/issue-invoice.ts";
import { taxItemsBy } from "../../orders/orders/invoice/tax-items.ts";
import type { PrepayOffer } from "../../orders/orders/mails/order-emails.ts";
import { queueConfirmationEmail } from "../../orders/orders/mails/queue-order-emails.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import type { ProviderPayment } from "../../orders/payments/provider.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { removeCodes } from "../../selling/offers/cart-code.ts";
import { removeSamples } from "../../selling/offers/cart-samples.ts";
import { sellReserved } from "../../selling/stock/stock.ts";
import { removeOrdered } from "../../shop/cart/remove-ordered.ts";

/** A payment with the provider's id, as emails and the invoice describe it. */
type ConfirmingPayment = Pick<ProviderPayment, "id" | "method" | "detail">;

/**
 * Confirms a locked order whose stock is reserved and that is paid, or that its customer has confirmed for cash on delivery: sells its
 * units, taxes it by today's rates, removes its products, its free samples and its offer's code from the customer's cart, queues the
 * confirmation email and issues the invoice.
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
  }: { payment: ConfirmingPayment | null; prepay?: PrepayOffer | undefined; sender: MailSender; now: Date },
): Promise<void> {
  const { customerId, id: orderId } = order;
  const ordered = await removeOrdered(trx, { customerId, orderId, day: isoDayInIndia(now) });
  const percents = new Map(
    ordered.flatMap(({ variantId, percentOfDay }) => (percentOfDay === null ? [] : [[variantId, percentOfDay]])),
  );
  const taxed = await taxItemsBy(trx, order, { items: ordered, percents, at: now });
  const { items } = taxed;
  // The customer may have entered another code since.
  const codes = order.offers.flatMap(({ code }) => code ?? []);
  await removeCodes(trx, order.customerId, codes);
  if (items.some(({ pricePaise }) => pricePaise === 0)) await removeSamples(trx, order.customerId);
  await queueConfirmationEmail(trx, sender, order, { items, payment, prepay }, now);
  // Late, because it locks the stock for other orders.
  const hasLots = await sellReserved(trx, order.id);
  // An order for cash on delivery is invoiced when it is shipped.
  if (termsOf(order).invoiced === "confirmed")
    await issueInvoice(trx, order, taxed, {
      payment: payment && { ...payment, reference: payment.id },
      hasLots,
    });
}
