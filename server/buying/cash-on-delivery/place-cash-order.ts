import type { CashOrder } from "../../../contract/checkout/schemas.ts";
import { isConfirmedByCustomer } from "../../../contract/orders/payment-terms.ts";
import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";
import { ApiError } from "../../base/errors.ts";
import { toRupees } from "../../base/money.ts";
import { type CodeBinding, hashCode, newCode } from "../../base/secrets.ts";
import { minutesAfter } from "../../base/time.ts";
import { findAnyOrder, findOrder } from "../../orders/orders/find-order.ts";
import { amountOf } from "../../orders/orders/mails/queue-order-message.ts";
import type { OrderRow } from "../../orders/orders/order-row.ts";
import type { PaymentDeps } from "../../orders/payments/payment-deps.ts";
import { ProviderError } from "../../orders/payments/provider.ts";
import { CODE_MINUTES, hasCode, replaceCode } from "../../people/accounts/codes.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Customer } from "../../platform/http/sessions.ts";
import { queueMail } from "../../platform/mail/outbox.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { dropCodes, queuePhoneMessage } from "../../platform/phone-messages/outbox.ts";
import { codesToPhone, mailsTo, perIp } from "../../platform/rate-limits/account-limits.ts";
import { consume } from "../../platform/rate-limits/limits.ts";
import { placeOrReplace } from "../checkout/init-payment.ts";
import type { OrderRules, RequestedOrder } from "../checkout/requested-order.ts";
import { cashCodeEmail } from "./emails.ts";

/** Who orders: as logged in, or by a payment link. */
export type OrderCustomer = Pick<Customer, "id" | "email">;

/** The code's binding: only the email, because a customer has at most one unpaid or unconfirmed order. */
export const cashBinding = ({ email }: Pick<Customer, "email">): CodeBinding => ({ email, purpose: "cash_order" });

/** How a code is sent: to the phone if WhatsApp or SMS is connected, unless the customer wants an email. */
type CodeWay = "phone" | "email";

/**
 * Places an order for cash on delivery, and sends the code that confirms it. The same cart continues the order that already waits.
 * @throws ApiError as `placeOrder`; (429) if no code can be sent now: the order waits, and placing it again sends one; (503) if an open
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
    const sent = await sendCode(deps.db, customer, order, "phone", context).catch(async (error) => {
      // The code that was sent shortly before is valid for this order, too.
      const isLimited = error instanceof ApiError && error.code === "rate_limited";
      if (!isLimited || !(await hasCode(deps.db, cashBinding(customer), context.now))) throw error;
      return null;
    });
    return toCashOrder(order, sent);
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
 * Sends another code.
 * @throws ApiError (404), (409) unless the order awaits its confirmation, (429) within 30 s of the last mail or after too many
 */
export async function resendCashCode(
  db: Database,
  customer: OrderCustomer,
  { number, way }: { number: string; way: CodeWay },
  context: RequestContext,
): Promise<CashOrder> {
  const order = await findOrder(db, customer.id, number);
  requireUnconfirmed(order);
  return toCashOrder(order, await sendCode(db, customer, order, way, context));
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

/** @returns by which channel it is sent */
async function sendCode(
  db: Database,
  customer: OrderCustomer,
  order: OrderRow,
  way: CodeWay,
  context: RequestContext,
): Promise<CashOrder["sentBy"]> {
  const binding = cashBinding(customer);
  const { now } = context;
  await consume(db, perIp("send", context.ip, context.attemptsPerIp), now);
  return db.transaction(async (trx) => {
    await consume(trx, mailsTo(binding), now);
    const code = newCode();
    await replaceCode(trx, binding, hashCode(context.codeSecret, binding, code), now);
    const channel = await queueCode(trx, order, { code, way, context });
    if (channel === null) await mailCode(trx, context.sender, order, { to: customer.email, code, now });
    return channel ?? "email";
  });
}

/** Queues a code for the customer's phone; asking for it is the consent to this message. @returns null if it cannot be sent there */
async function queueCode(
  trx: DatabaseOrTransaction,
  { number, customerId, mobile, totalPaise, gift }: OrderRow,
  { code, way, context }: { code: string; way: CodeWay; context: RequestContext },
): Promise<PhoneChannel | null> {
  const { now } = context;
  const { origin, phoneChannels = [] } = context.sender;
  if (phoneChannels.length === 0) return null;
  await dropCodes(trx, number);
  if (way === "email" || mobile === "" || gift?.receiver?.mobile === mobile) return null;
  const isLimited = await consume(trx, codesToPhone(mobile), now).then(
    () => false,
    (error: unknown) => {
      if (error instanceof ApiError && error.code === "rate_limited") return true;
      throw error;
    },
  );
  if (isLimited) return null;
  const values = { code, order: number, amount: amountOf(totalPaise) };
  const message = { event: "cash_code", orderNumber: number, customerId, mobile, values, origin } as const;
  return queuePhoneMessage(trx, phoneChannels, { ...message, occurrence: now.toISOString() }, now);
}

async function mailCode(
  trx: DatabaseOrTransaction,
  sender: MailSender,
  order: OrderRow,
  { to, code, now }: { to: string; code: string; now: Date },
): Promise<void> {
  const message = cashCodeEmail(sender, order, code);
  await queueMail(trx, { to, ...message, expiresAt: minutesAfter(now, CODE_MINUTES) }, now);
}

/** Emails a code that did not arrive on the phone in time. It is valid for as long as it was. */
export async function mailUndeliveredCode(
  trx: DatabaseOrTransaction,
  readSender: (origin: string) => Promise<MailSender>,
  { orderNumber, code }: { orderNumber: string; code: string },
  now: Date,
): Promise<void> {
  const order = await findAnyOrder(trx, orderNumber);
  if (order.state !== "pending") return;
  await mailCode(trx, await readSender(order.shopOrigin), order, { to: order.email, code, now });
}

const toCashOrder = (
  { number, totalPaise, email, mobile, payUntil }: OrderRow,
  sentBy: CashOrder["sentBy"],
): CashOrder => ({
  orderNumber: number,
  amount: toRupees(totalPaise),
  email,
  mobile,
  sentBy,
  confirmUntil: payUntil.toISOString(),
});
