import type { CashOrder } from "../../../contract/checkout/schemas.ts";
import { isConfirmedByCustomer } from "../../../contract/orders/payment-terms.ts";
import { ApiError } from "../../base/errors.ts";
import { toRupees } from "../../base/money.ts";
import { type CodeBinding, hashCode, newCode } from "../../base/secrets.ts";
import { minutesAfter } from "../../base/time.ts";
import { findOrder } from "../../orders/orders/find-order.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { ProviderError } from "../../orders/payments/provider.ts";
import { CODE_MINUTES, hasCode, replaceCode } from "../../people/accounts/codes.ts";
import type { Database } from "../../platform/database/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Customer } from "../../platform/http/sessions.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import { mailsTo, perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { placeOrReplace } from "../checkout/init-payment.ts";
import type { OrderRules, RequestedOrder } from "../checkout/requested-order.ts";
import { cashCodeEmail } from "./emails.ts";

/** Who orders: as logged in, or by a payment link. */
export type OrderCustomer = Pick<Customer, "id" | "email">;

/** The code's binding: only the email, because a customer has at most one unpaid or unconfirmed order. */
export const cashBinding = ({ email }: Pick<Customer, "email">): CodeBinding => ({ email, purpose: "cash_order" });

/**
 * Places an order for cash on delivery, and emails the code that confirms it. The same cart continues the order that already waits.
 * @throws ApiError as `placeOrder`; (429) if no code can be mailed now: the order waits, and placing it again mails one; (503) if an open
 * payment must be checked and the provider does not respond
 */
export async function placeCashOrder(
  deps: PaymentDeps,
  customer: OrderCustomer,
  requested: Omit<RequestedOrder, "unpaidOrderId">,
  rules: OrderRules,
  context: RequestContext,
): Promise<CashOrder> {
  // placeOrder checks it too, with an explanation.
  const payMinutes = rules.cash?.confirmMinutes ?? rules.payMinutes;
  try {
    const { order } = await placeOrReplace(deps, customer.id, requested, { ...rules, payMinutes });
    await mailCode(deps.db, customer, order, context).catch(async (error) => {
      // The code that was mailed shortly before is valid for this order, too.
      const isLimited = error instanceof ApiError && error.code === "rate_limited";
      if (!isLimited || !(await hasCode(deps.db, cashBinding(customer), context.now))) throw error;
    });
    return toCashOrder(order);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new ApiError(
      "unavailable",
      "We couldn’t check your open payment. Your cart is unchanged. Please try again in a moment.",
      undefined,
      10,
    );
  }
}

/**
 * Emails another code.
 * @throws ApiError (404), (409) unless the order awaits its confirmation, (429) within 30 s of the last mail or after too many
 */
export async function resendCashCode(
  db: Database,
  customer: OrderCustomer,
  number: string,
  context: RequestContext,
): Promise<CashOrder> {
  const order = await findOrder(db, customer.id, number);
  requireUnconfirmed(order);
  await mailCode(db, customer, order, context);
  return toCashOrder(order);
}

/** @throws ApiError (409) */
export function requireUnconfirmed(order: OrderRow): void {
  const { state } = order;
  if (state === "pending" && isConfirmedByCustomer(order)) return;
  throw new ApiError(
    "wrong_order_state",
    state === "expired" || state === "cancelled"
      ? "This order wasn’t confirmed in time. Please place it again."
      : "This order doesn’t wait for a confirmation.",
  );
}

async function mailCode(
  db: Database,
  customer: OrderCustomer,
  order: OrderRow,
  context: RequestContext,
): Promise<void> {
  const binding = cashBinding(customer);
  const { now } = context;
  await consume(db, perIp("send", context.ip, context.attemptsPerIp), now);
  await db.transaction(async (trx) => {
    await consume(trx, mailsTo(binding), now);
    const code = newCode();
    await replaceCode(trx, binding, hashCode(context.codeSecret, binding, code), now);
    const message = cashCodeEmail(context.sender, order, code);
    await queueMail(trx, { to: customer.email, ...message, expiresAt: minutesAfter(now, CODE_MINUTES) }, now);
  });
}

const toCashOrder = ({ number, totalPaise, email, payUntil }: OrderRow): CashOrder => ({
  orderNumber: number,
  amount: toRupees(totalPaise),
  email,
  confirmUntil: payUntil.toISOString(),
});
