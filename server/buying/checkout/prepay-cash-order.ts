import type { PaymentOrder } from "../../../contract/checkout/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { formatRupees, type Paise } from "../../base/money.ts";
import { minutesAfter } from "../../base/time.ts";
import { readOrderRow } from "../../orders/orders/order-row.ts";
import { prepaymentOf } from "../../orders/orders/prepay.ts";
import { openPayment } from "../../orders/payments/open-payment.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { reopenSession } from "../../orders/payments/session.ts";
import { providerDown, requireUnpaid } from "./init-payment.ts";
import type { OrderRules } from "./requested-order.ts";

/**
 * Opens the online payment of a confirmed order for cash on delivery. Its price and state may change until it is paid: `applyPayment`
 * decides then.
 * @param shownPaise the amount that the customer has seen
 * @throws ApiError (409) once it is paid, shipped or cancelled, or costs another amount; (503) if the provider does not respond
 */
export async function prepayCashOrder(
  deps: PaymentDeps,
  orderId: number,
  shownPaise: Paise | undefined,
  { waivesCashFee, payMinutes, now }: Pick<OrderRules, "waivesCashFee" | "payMinutes" | "now">,
): Promise<PaymentOrder> {
  const read = async () => {
    const order = await readOrderRow(deps.db, orderId);
    if (!order) throw new ApiError("not_found");
    const prepayment = prepaymentOf(order, { waivesFee: waivesCashFee });
    if (prepayment) return { order, ...prepayment };
    if (order.paidAt) throw new ApiError("already_paid", `Order ${order.number} is paid already. Thank you!`);
    throw new ApiError("wrong_order_state", `Order ${order.number} can no longer be paid online.`);
  };
  try {
    // An earlier attempt may have paid it.
    await requireUnpaid(deps, (await read()).order, { isAdvance: false });
    const { order, amountPaise } = await read();
    if (shownPaise !== undefined && shownPaise !== amountPaise)
      throw ApiError.ofField(
        "total_price",
        `The order has changed: it costs ${formatRupees(amountPaise)} now. You haven’t been charged.`,
        "price_changed",
      );
    const id = await openPayment(deps, order, { isNew: false, amountPaise });
    await reopenSession(deps.db, { orderId, providerOrderId: id, now });
    return {
      id,
      amount: amountPaise,
      currency: "INR",
      orderNumber: order.number,
      payUntil: minutesAfter(now, payMinutes).toISOString(),
    };
  } catch (error) {
    throw providerDown(deps, error, "You haven’t been charged and your order is unchanged.");
  }
}
