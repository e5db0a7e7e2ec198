import { isConfirmedByCustomer } from "../../../contract/orders/payment-terms.ts";
import { ApiError } from "../../base/errors.ts";
import { mayCollectFor } from "../../orders/orders/cash-to-collect.ts";
import { changeState } from "../../orders/orders/change-state.ts";
import { findOrder, lockOrderOf } from "../../orders/orders/find-order.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { payPath, payToken } from "../../orders/orders/pay-link.ts";
import { prepaymentOf } from "../../orders/orders/prepay.ts";
import { checkCode, consumeCode } from "../../people/accounts/codes.ts";
import type { Database } from "../../platform/database/database.ts";
import { lockCustomer } from "../../platform/database/lock-customer.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { confirmOrder } from "../checkout/confirm-order.ts";
import { cashBinding, type OrderCustomer, requireUnconfirmed } from "./place-cash-order.ts";

/** Whether its customer has confirmed it, and it is not cancelled. */
const isConfirmed = (order: OrderRow) =>
  isConfirmedByCustomer(order) && !["pending", "expired", "cancelled"].includes(order.state);

/**
 * Confirms an order for cash on delivery with the mailed code; from then on it is handled like a paid one. Confirming it again changes
 * nothing.
 * @param waivesFee whether its fee is waived if it is paid online after all
 * @throws ApiError (404), (409) unless it awaits its confirmation and the law allows the cash, (422) for a wrong code, (429) after too many
 */
export async function confirmCashOrder(
  db: Database,
  customer: OrderCustomer,
  { number, code, waivesFee }: { number: string; code: string; waivesFee: boolean },
  context: RequestContext,
): Promise<OrderRow> {
  const found = await findOrder(db, customer.id, number);
  if (isConfirmed(found)) return found;
  requireUnconfirmed(found);
  const binding = cashBinding(customer);
  const codeHash = await checkCode(db, binding, code, context).catch(async (error: unknown) => {
    // The same request, sent twice at once, has used the code up.
    if (isConfirmed(await findOrder(db, customer.id, number))) return null;
    throw error;
  });
  if (codeHash === null) return findOrder(db, customer.id, number);
  return db.transaction(async (trx) => {
    await lockCustomer(trx, customer.id);
    const order = await lockOrderOf(trx, customer.id, number);
    if (isConfirmed(order)) return order;
    requireUnconfirmed(order);
    if (!(await mayCollectFor(trx, order, context.now)))
      throw new ApiError(
        "cash_not_available",
        "With your other orders, ₹2,00,000 or more would be due in cash, which the law doesn’t allow. Please cancel this order, and pay online instead.",
      );
    await consumeCode(trx, binding, codeHash);
    const change = { cause: "customer", note: "You confirmed the order.", at: context.now } as const;
    const confirmed = await changeState(trx, order, "processing", change);
    const prepayment = prepaymentOf(confirmed, { waivesFee });
    const url = context.sender.origin + payPath(payToken(context.codeSecret, number));
    const prepay = prepayment ? { ...prepayment, url } : undefined;
    await confirmOrder(trx, confirmed, { payment: null, prepay, sender: context.sender, now: context.now });
    return confirmed;
  });
}
