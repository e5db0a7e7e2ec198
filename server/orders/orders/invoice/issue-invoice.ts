import { paise, sumPaise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { mrpOf } from "../../../selling/pricing/price.ts";
import { totalOf } from "../../../selling/pricing/tax.ts";
import { readOrderLots } from "../../../selling/stock/order-lots.ts";
import { readPaidPayment } from "../../payment-records/payments.ts";
import type { OrderRow } from "../order-row.ts";
import { numberFurtherInvoice, numberInvoice } from "./document-numbers.ts";
import type { Invoice } from "./invoice.ts";
import { composeInvoiceOf } from "./read-invoice.ts";
import type { TaxedItems } from "./tax-items.ts";

/**
 * Issues the invoice of a locked order: stores what it states, and numbers it. Nothing follows in the transaction, because its last
 * statement gives the number.
 * @param taxed the order's items as `taxItems` has taxed them; their day is that of the invoice
 * @param known what the caller knows: the payment that has paid the order, and whether it has lots; by default both are read
 */
export async function issueInvoice(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { items, at }: TaxedItems,
  known?: { payment: Invoice["payment"]; hasLots: boolean },
): Promise<string> {
  const payment = known ? known.payment : await readPaidPayment(trx, order.id);
  const lots = known?.hasLots === false ? [] : await readOrderLots(trx, order.id);
  return numberInvoice(trx, order.id, at, composeInvoiceOf(order, items, { payment, lots }));
}

/**
 * Issues the invoice of what was added to an invoiced, locked order, as `issueInvoice` does the first.
 * @param items of the order, on the invoice of this position
 * @param offers what takes how much off them
 */
export async function issueFurtherInvoice(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { items, at }: TaxedItems,
  { position, offers }: { position: number; offers: OrderRow["offers"] },
): Promise<string> {
  const payment = await readPaidPayment(trx, order.id);
  const lots = await readOrderLots(trx, order.id);
  const shippingPaise = sumPaise(items.map((item) => item.shippingPaise));
  const totalPaise = sumPaise(items.map(totalOf));
  const subtotalPaise = sumPaise(items.map((item) => paise(mrpOf(item) * item.quantity)));
  const added: OrderRow = {
    ...order,
    subtotalPaise,
    discountPaise: paise(subtotalPaise + shippingPaise - totalPaise),
    roundingPaise: paise(0),
    shippingPaise,
    feesPaise: paise(0),
    gift: order.gift && { ...order.gift, wrapPaise: null },
    offers,
    totalPaise,
    advancePaise: paise(0),
  };
  const content = composeInvoiceOf(added, items, { payment, lots });
  return numberFurtherInvoice(trx, { orderId: order.id, position, at, content });
}
