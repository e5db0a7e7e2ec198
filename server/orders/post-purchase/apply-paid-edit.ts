import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import type { OrderRow } from "../orders/order-row.ts";
import type { OrderEdit } from "../orders/pending-edit.ts";
import { applyPaidItems } from "./edit-items.ts";
import { applyPaidExchange } from "./exchange.ts";

/**
 * Applies the pending change of a locked order, or accepts its return in exchange for other items, once its customer has paid for that. Its
 * last statement numbers documents.
 * @throws ApiError if the order no longer allows it, or not for this amount
 */
export function applyPaidEdit(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  { acceptance, ...edit }: OrderEdit,
  context: { sender: MailSender; now: Date },
): Promise<void> {
  return acceptance === null
    ? applyPaidItems(trx, order, { ...edit, acceptance }, context)
    : applyPaidExchange(trx, order, { ...edit, acceptance }, context);
}
