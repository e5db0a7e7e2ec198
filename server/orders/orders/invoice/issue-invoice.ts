import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { readOrderLots } from "../../../selling/stock/order-lots.ts";
import { readPaidPayment } from "../../payment-records/payments.ts";
import type { OrderRow } from "../order-row.ts";
import { numberInvoice } from "./document-numbers.ts";
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
