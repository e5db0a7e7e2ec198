import { eq, like } from "drizzle-orm";
import type { Database } from "../../server/database/database.ts";
import { sandboxWebhook } from "../../server/database/schema.ts";
import type { PaymentFailure, RazorpayPayment, RazorpayRefund } from "./entities.ts";
import { RazorpayError } from "./errors.ts";
import { eventIdOf, tellAgain } from "./events.ts";
import { responseOf, withOrder, withPayment } from "./ledger.ts";
import { authorizePayment, capture, failPayment, startPayment } from "./payments.ts";
import * as refunds from "./refunds.ts";
import { DECLINED_BY_BANK } from "./test-data.ts";

/**
 * What happens at the provider now and then, played for tests: without the window, at the provider alone, in its books. The events
 * that belong to it are queued as always, and sent by any instance of the provider within a second.
 */

interface PlayedPayment {
  /** Other than the order's, which the window never allows. */
  amount?: number;
  currency?: string;
  /** False leaves it authorised, whatever the order says; by default as the order says. */
  capture?: false;
  /** No webhook is sent, as if all were lost. */
  quiet?: boolean;
}

/** A buyer pays an order by UPI, whatever the shop thinks of the order by now. */
export async function playPayment(
  db: Database,
  orderId: string,
  { amount, currency, capture, quiet }: PlayedPayment = {},
): Promise<RazorpayPayment> {
  const occasion = { now: new Date(), quiet };
  return withOrder(db, orderId, async (trx, order) => {
    const payment = await startPayment(trx, order, { ...buyer, vpa: "success@razorpay", amount, currency }, occasion);
    await authorizePayment(trx, order, payment, { ...occasion, ...(capture === false && { capture: "manual" }) });
    return responseOf(payment);
  });
}

/** An authorised payment is captured, by hand at the provider or by its clock. */
export async function playCapture(
  db: Database,
  paymentId: string,
  { quiet }: { quiet?: boolean } = {},
): Promise<RazorpayPayment> {
  return withPayment(db, paymentId, async (trx, payment, order) => {
    if (payment.status !== "authorized") throw RazorpayError.refused(`The payment is ${payment.status}`);
    await capture(trx, order, payment, { now: new Date(), quiet });
    return responseOf(payment);
  });
}

/** A buyer's attempt fails. */
export async function playFailure(
  db: Database,
  orderId: string,
  { failure = DECLINED_BY_BANK, quiet }: { failure?: PaymentFailure; quiet?: boolean } = {},
): Promise<RazorpayPayment> {
  const occasion = { now: new Date(), quiet };
  return withOrder(db, orderId, async (trx, order) => {
    const payment = await startPayment(trx, order, { ...buyer, vpa: "failure@razorpay" }, occasion);
    await failPayment(trx, order, payment, failure, occasion);
    return responseOf(payment);
  });
}

/** The bank takes back its no: a payment that had failed is authorised after all, and captured where the order says so. */
export async function playLateAuthorization(
  db: Database,
  paymentId: string,
  { quiet }: { quiet?: boolean } = {},
): Promise<RazorpayPayment> {
  return withPayment(db, paymentId, async (trx, payment, order) => {
    if (payment.status !== "failed") throw RazorpayError.refused(`The payment is ${payment.status}`);
    await authorizePayment(trx, order, payment, { now: new Date(), quiet });
    return responseOf(payment);
  });
}

/** The bank does not take a refund. */
export async function playRefundFailure(
  db: Database,
  refundId: string,
  { quiet }: { quiet?: boolean } = {},
): Promise<RazorpayRefund> {
  return responseOf(await refunds.failRefund(db, refundId, { now: new Date(), quiet }));
}

export interface SentEvent {
  id: string;
  /** As it is sent, to be signed as it stands. */
  body: string;
}

/** The events that tell of a payment, each once, in no order. */
export async function eventsAbout(db: Database, paymentId: string): Promise<SentEvent[]> {
  const rows = await db
    .select({ id: sandboxWebhook.id, body: sandboxWebhook.body })
    .from(sandboxWebhook)
    .where(like(sandboxWebhook.body, `%"${paymentId}"%`));
  return rows.filter(({ id }) => id === eventIdOf(id));
}

/** An event is delivered once more, with its own id. */
export async function playEventAgain(db: Database, eventId: string): Promise<void> {
  const [event] = await db
    .select({ id: sandboxWebhook.id, body: sandboxWebhook.body })
    .from(sandboxWebhook)
    .where(eq(sandboxWebhook.id, eventId));
  if (!event) throw RazorpayError.refused("There is no such event");
  await tellAgain(db, event, new Date());
}

const buyer = { method: "upi", email: "asha@example.com", contact: "+919000090000", outcome: null } as const;
