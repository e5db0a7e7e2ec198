/** Orders that cost nothing, for instance with a code for the whole cart: placed, confirmed and invoiced at once, without the provider. */

import { and, desc, eq, gte } from "drizzle-orm";
import type { FreeOrder } from "../../../contract/checkout/schemas.ts";
import { ApiError } from "../../base/errors.ts";
import { paise } from "../../base/money.ts";
import { minutesAfter } from "../../base/time.ts";
import { changeState } from "../../orders/orders/change-state.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { customerOrder } from "../../platform/database/schema.ts";
import { confirmOrder } from "./confirm-order.ts";
import { placeOrReplace, providerDown } from "./init-payment.ts";
import type { OrderRules, RequestedOrder } from "./requested-order.ts";

/** For how long the same request gets the order that was placed, whose response may have been lost. */
const REPEAT_MINUTES = 10;

/**
 * Orders the contents of the cart, which cost nothing. Repeated with the cart that the order has emptied, it returns that order.
 * @throws ApiError as `placeOrder`; (409) if the order costs something, or the pending one to be replaced is paid; (503) if the provider
 * must be asked about that one and does not respond
 */
export async function placeFreeOrder(
  deps: PaymentDeps,
  customerId: number,
  requested: Omit<RequestedOrder, "unpaidOrderId" | "confirmFree">,
  rules: OrderRules,
): Promise<FreeOrder> {
  const { shopOrigin, now } = rules;
  // Before the transaction, because it uses another connection.
  const sender = await deps.readSender(shopOrigin);
  const confirmFree: RequestedOrder["confirmFree"] = async (trx, order) => {
    const change = { cause: "customer", note: "There was nothing to pay.", at: now } as const;
    const paid = await changeState(trx, order, "paid", change, { paidAt: now });
    await confirmOrder(trx, paid, { payment: null, sender, now });
  };
  try {
    const { order } = await placeOrReplace(deps, customerId, { ...requested, confirmFree }, rules);
    return { orderNumber: order.number };
  } catch (error) {
    const isEmpty = error instanceof ApiError && error.code === "cart_empty";
    const placed = isEmpty ? await findJustPlaced(deps, customerId, now) : undefined;
    if (placed) return { orderNumber: placed.number };
    throw providerDown(deps, error, "Your cart is unchanged.");
  }
}

async function findJustPlaced({ db }: PaymentDeps, customerId: number, now: Date) {
  const [placed] = await db
    .select({ number: customerOrder.number })
    .from(customerOrder)
    .where(
      and(
        eq(customerOrder.customerId, customerId),
        eq(customerOrder.totalPaise, paise(0)),
        gte(customerOrder.createdAt, minutesAfter(now, -REPEAT_MINUTES)),
      ),
    )
    .orderBy(desc(customerOrder.id))
    .limit(1);
  return placed;
}
