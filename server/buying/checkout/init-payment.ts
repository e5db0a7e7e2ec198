import type { PaymentOrder } from "../../../contract/checkout/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import { openPayment } from "../../orders/payments/open-payment.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { ProviderError } from "../../orders/payments/provider.ts";
import { syncPayments } from "../../orders/payments/sync-payments.ts";
import { type PlacedOrder, placeOrder } from "./place-order.ts";
import type { OrderRules, RequestedOrder } from "./requested-order.ts";

/** How often an order of another tab is replaced before this attempt gives up. */
const MAX_REPLACEMENTS = 3;

/**
 * Orders the contents of the cart and opens the payment, or that of its advance, with the provider. The order is committed before the
 * provider is called; if the call fails, the order stays pending and the next attempt continues it.
 * @throws ApiError as `placeOrder`; (409) if the pending order, or the one to be replaced, is paid; (503) if the provider does not respond
 */
export async function initPayment(
  deps: PaymentDeps,
  customerId: number,
  requested: Omit<RequestedOrder, "unpaidOrderId">,
  rules: OrderRules,
): Promise<PaymentOrder> {
  let number: string | undefined;
  try {
    const { order, isNew } = await placeOrReplace(deps, customerId, requested, rules);
    number = order.number;
    if (!isNew) await requireUnpaid(deps, order);
    const isAdvance = order.advancePaise > 0;
    const amountPaise = isAdvance ? order.advancePaise : order.totalPaise;
    return {
      id: await openPayment(deps, order, { isNew, amountPaise, isAdvance }),
      amount: amountPaise,
      currency: "INR",
      orderNumber: order.number,
      payUntil: order.payUntil.toISOString(),
    };
  } catch (error) {
    throw providerDown(deps, error, "You haven’t been charged and your cart is unchanged.", number);
  }
}

/** Converts an error of the provider for the customer; returns any other unchanged. */
export function providerDown(
  { log }: Pick<PaymentDeps, "log">,
  error: unknown,
  unchanged: string,
  number?: string,
): unknown {
  if (!(error instanceof ProviderError)) return error;
  log.error({ order: number, err: error }, "the payment provider did not open a payment");
  return new ApiError(
    "unavailable",
    `The payment service isn’t responding. ${unchanged} Please try again in a moment.`,
    undefined,
    10,
  );
}

/**
 * Places an order. A pending one is replaced once the provider has reported it as unpaid; the provider is asked outside of any transaction.
 * @throws ApiError as `initPayment`; ProviderError if the provider does not respond
 */
export async function placeOrReplace(
  deps: PaymentDeps,
  customerId: number,
  requested: Omit<RequestedOrder, "unpaidOrderId">,
  rules: OrderRules,
): Promise<PlacedOrder> {
  let unpaidOrderId: number | undefined;
  for (let tries = 0; tries < MAX_REPLACEMENTS; tries++) {
    const placed = await placeOrder(deps.db, customerId, { ...requested, unpaidOrderId }, rules);
    if (!("pending" in placed)) return placed;
    await requireUnpaid(deps, placed.pending);
    unpaidOrderId = placed.pending.id;
  }
  throw new ApiError(
    "payment_in_progress",
    "Your cart is being paid for in another tab. Please close it and try again.",
  );
}

/**
 * Prevents a second payment by a shopper who paid, closed the window at once and came back.
 * @param isAdvance whether the advance is what is paid; by default it is while an order waits for it
 * @param editId the change of a paid order that is paid
 */
export async function requireUnpaid(
  deps: PaymentDeps,
  order: OrderRow,
  { isAdvance = order.advancePaise > 0, editId = null }: { isAdvance?: boolean; editId?: number | null } = {},
): Promise<void> {
  const outcome = await syncPayments(deps, order.id, { isAdvance, editId });
  if (outcome === "paid")
    throw ApiError.ofField(
      "order",
      `Order ${order.number} is already paid. You’ll find it in My Orders.`,
      "already_paid",
    );
  if (outcome === "confirming")
    throw ApiError.ofField(
      "order",
      `Your payment for order ${order.number} is being confirmed. We’ll email you as soon as it is. Please don’t pay again.`,
      "payment_confirming",
    );
}
