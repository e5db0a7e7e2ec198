/**
 * Rare events at the provider, simulated for tests in its tables, without the window. Their webhooks are queued as always, and any instance
 * of the provider sends them within a second.
 */

import { eq, like } from "drizzle-orm";
import type { Database } from "../../server/platform/database/database.ts";
import { sandboxWebhook } from "../../server/platform/database/schema/sandbox.ts";
import { settleBalance } from "./balance.ts";
import { changeDispute, type DisputeChange, openDispute } from "./disputes.ts";
import type { PaymentFailure, RazorpayDispute, RazorpayPayment, RazorpayRefund } from "./entities.ts";
import { RazorpayError } from "./errors.ts";
import { eventIdOf, queueAgain } from "./events.ts";
import { responseOf, withOrder, withPayment } from "./ledger.ts";
import { authorizePayment, capture, failPayment, startPayment } from "./payments.ts";
import * as refunds from "./refunds.ts";
import { DECLINED_BY_BANK } from "./test-data.ts";

interface SimulatedPayment {
  /** The amount, if it differs from the order's, which the window never allows. */
  amount?: number;
  currency?: string;
  /** False leaves the payment authorized; by default the order decides. */
  capture?: false;
  /** Whether to send no webhook, as if all were lost. */
  quiet?: boolean;
}

/** A buyer pays an order by UPI, in any state that the order has in the shop. */
export async function simulatePayment(
  db: Database,
  orderId: string,
  { amount, currency, capture, quiet }: SimulatedPayment = {},
): Promise<RazorpayPayment> {
  const options = { now: new Date(), quiet };
  return withOrder(db, orderId, async (trx, order) => {
    const payment = await startPayment(trx, order, { ...buyer, vpa: "success@razorpay", amount, currency }, options);
    await authorizePayment(trx, order, payment, { ...options, ...(capture === false && { capture: "manual" }) });
    return responseOf(payment);
  });
}

/** An authorized payment is captured in the dashboard. */
export async function simulateCapture(
  db: Database,
  paymentId: string,
  { quiet }: { quiet?: boolean } = {},
): Promise<RazorpayPayment> {
  return withPayment(db, paymentId, async (trx, payment, order) => {
    if (payment.status !== "authorized") throw RazorpayError.rejected(`The payment is ${payment.status}`);
    await capture(trx, order, payment, { now: new Date(), quiet });
    return responseOf(payment);
  });
}

/** A buyer's attempt fails. */
export async function simulateFailure(
  db: Database,
  orderId: string,
  { failure = DECLINED_BY_BANK, quiet }: { failure?: PaymentFailure; quiet?: boolean } = {},
): Promise<RazorpayPayment> {
  const options = { now: new Date(), quiet };
  return withOrder(db, orderId, async (trx, order) => {
    const payment = await startPayment(trx, order, { ...buyer, vpa: "failure@razorpay" }, options);
    await failPayment(trx, order, payment, failure, options);
    return responseOf(payment);
  });
}

/** Late authorization: a failed payment is authorized after all, and captured if the order says so. */
export async function simulateLateAuthorization(
  db: Database,
  paymentId: string,
  { quiet }: { quiet?: boolean } = {},
): Promise<RazorpayPayment> {
  return withPayment(db, paymentId, async (trx, payment, order) => {
    if (payment.status !== "failed") throw RazorpayError.rejected(`The payment is ${payment.status}`);
    await authorizePayment(trx, order, payment, { now: new Date(), quiet });
    return responseOf(payment);
  });
}

/** A refund fails at the bank. */
export async function simulateRefundFailure(
  db: Database,
  refundId: string,
  { quiet }: { quiet?: boolean } = {},
): Promise<RazorpayRefund> {
  return responseOf(await refunds.failRefund(db, refundId, { now: new Date(), quiet }));
}

/** The whole balance is paid out to the shop's bank account, so that refunds wait for further payments. @returns its amount in paise */
export async function simulateSettlement(db: Database): Promise<number> {
  return db.transaction(async (trx) => (await settleBalance(trx, new Date())).amount);
}

/** The buyer's bank contests a payment. */
export async function simulateDispute(
  db: Database,
  paymentId: string,
  { quiet }: { quiet?: boolean } = {},
): Promise<RazorpayDispute> {
  return responseOf(await openDispute(db, paymentId, { now: new Date(), quiet }));
}

/** The bank reviews a dispute, asks for more evidence, or decides. */
export async function simulateDisputeChange(
  db: Database,
  disputeId: string,
  change: DisputeChange,
  { quiet }: { quiet?: boolean } = {},
): Promise<RazorpayDispute> {
  return responseOf(await changeDispute(db, disputeId, change, { now: new Date(), quiet }));
}

export interface SentEvent {
  id: string;
  /** The body as it is sent and signed. */
  body: string;
}

/** Lists the events about a payment, each once, unordered. */
export async function eventsAbout(db: Database, paymentId: string): Promise<SentEvent[]> {
  const rows = await db
    .select({ id: sandboxWebhook.id, body: sandboxWebhook.body })
    .from(sandboxWebhook)
    .where(like(sandboxWebhook.body, `%"${paymentId}"%`));
  return rows.filter(({ id }) => id === eventIdOf(id));
}

/** Delivers an event again, with its own id. */
export async function repeatEvent(db: Database, eventId: string): Promise<void> {
  const [event] = await db
    .select({ id: sandboxWebhook.id, body: sandboxWebhook.body })
    .from(sandboxWebhook)
    .where(eq(sandboxWebhook.id, eventId));
  if (!event) throw RazorpayError.rejected("There is no such event");
  await queueAgain(db, event, new Date());
}

const buyer = { method: "upi", email: "asha@example.com", contact: "+919000090000", outcome: null } as const;
