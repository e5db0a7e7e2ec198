import type { PaymentOrder } from "../../../contract/checkout/schemas.ts";
import { ApiError, unreachable } from "../../base/errors.ts";
import { formatRupees, type Paise, paise } from "../../base/money.ts";
import { minutesAfter } from "../../base/time.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { extendEdit, type OrderEdit, readEdit, readLatestEdit } from "../../orders/orders/pending-edit.ts";
import { openPayment } from "../../orders/payments/open-payment.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { reopenSession } from "../../orders/payments/session.ts";
import { providerDown, requireUnpaid } from "./init-payment.ts";
import type { OrderRules } from "./requested-order.ts";

/**
 * Opens the payment of a paid order's pending change, or continues the one opened before. `applyPayment` decides whether it can still be applied.
 * @param shownPaise the amount that the customer has seen
 * @throws ApiError (409) unless it is pending and costs that; (503) if the provider does not respond
 */
export async function payEdit(
  deps: PaymentDeps,
  order: OrderRow,
  shownPaise: Paise | undefined,
  { payMinutes, now }: Pick<OrderRules, "payMinutes" | "now">,
): Promise<PaymentOrder> {
  try {
    const shown = requirePending(await readLatestEdit(deps.db, order.id), order);
    // An earlier attempt may have paid it.
    await requireUnpaid(deps, order, { isAdvance: false, editId: shown.id });
    const edit = requirePending(await readEdit(deps.db, shown.id), order);
    const amountPaise = paise(edit.amountPaise);
    if (shownPaise !== undefined && shownPaise !== amountPaise)
      throw ApiError.ofField(
        "total_price",
        `The change of your order costs ${formatRupees(amountPaise)} now. You haven’t been charged.`,
        "price_changed",
      );
    const id = await openPayment(deps, order, { isNew: false, amountPaise, editId: edit.id });
    await reopenSession(deps.db, { orderId: order.id, providerOrderId: id, now });
    const payUntil = minutesAfter(now, payMinutes);
    // It may have been withdrawn meanwhile.
    if (!(await extendEdit(deps.db, edit.id, payUntil))) requirePending(await readEdit(deps.db, edit.id), order);
    return { id, amount: amountPaise, currency: "INR", orderNumber: order.number, payUntil: payUntil.toISOString() };
  } catch (error) {
    throw providerDown(deps, error, "You haven’t been charged and your order is unchanged.");
  }
}

/** @throws ApiError (409) */
function requirePending(edit: OrderEdit | null, { number }: OrderRow): OrderEdit {
  if (!edit) throw new ApiError("already_paid", `Order ${number} is paid already. Thank you!`);
  switch (edit.state) {
    case "pending":
      return edit;
    case "applied":
      throw new ApiError("already_paid", `The change of order ${number} is paid already. Thank you!`);
    case "expired":
      throw new ApiError("conflict", "The time to pay has run out. Please write to us, and we’ll send you a new link.");
    case "withdrawn":
      throw new ApiError("conflict", "This change no longer applies. Your order stays as it is.");
    default:
      return unreachable(edit.state);
  }
}
