import { eq } from "drizzle-orm";
import type { PaymentOutcome } from "../../contract/checkout.ts";
import { lockCart } from "../cart/change-cart.ts";
import { takeOrdered } from "../cart/take-ordered.ts";
import type { Database, DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder, refund } from "../database/schema.ts";
import type { MailSender } from "../mail/sender.ts";
import { changeState } from "../orders/change-state.ts";
import { nextInvoiceNumber } from "../orders/document-numbers.ts";
import { mailConfirmation, mailTooLate } from "../orders/mails.ts";
import { lockOrder, type OrderRow } from "../orders/order-row.ts";
import { lockProducts, piecesOf, takeStock } from "../orders/stock.ts";
import type { ProviderPayment } from "./provider.ts";
import { recordPayment } from "./record-payment.ts";
import { wantRefund } from "./refunds.ts";

export type Outcome = PaymentOutcome["outcome"];

export interface SettleParts {
  db: Database;
  /** Reads the shop as its mails show it, with links to this address. */
  readSender: (origin: string) => Promise<MailSender>;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

/**
 * Draws the conclusions from what the provider tells of one payment of an order, in one transaction: the order is paid, or paid late, or
 * the money goes back. The browser's answer, the provider's events and the periodic check all end here. Safe to repeat, at the same moment
 * too: the order is held, and a payment that was captured before changes nothing again.
 * @param told as the provider's API has answered it; never what a browser or an event says
 */
export async function settlePayment(
  { db, readSender, log }: SettleParts,
  orderId: number,
  told: ProviderPayment,
  now: Date,
): Promise<Outcome> {
  const [known] = await db
    .select({ customerId: customerOrder.customerId, shopOrigin: customerOrder.shopOrigin })
    .from(customerOrder)
    .where(eq(customerOrder.id, orderId));
  if (!known) throw new Error(`there is no order ${orderId}`);
  // Before the transaction: it asks the database on a connection of its own.
  const sender = await readSender(known.shopOrigin);

  return db.transaction(async (trx) => {
    await lockCart(trx, known.customerId);
    const order = await lockOrder(trx, eq(customerOrder.id, orderId));
    if (!order) throw new Error(`there is no order ${orderId}`);
    const before = await recordPayment(trx, orderId, told, now);
    if (told.status === "authorized" && order.state === "pending") return "confirming";
    if (told.status !== "captured" || before === "captured" || before === "refunded") return outcomeOf(trx, order);

    const paid = { orderId, paymentId: told.id, amountPaise: told.amount };
    if (told.amount !== order.totalPaise || told.currency !== "INR") {
      log.error({ order: order.number, payment: told.id }, "a payment of another amount was captured; it goes back");
      await wantRefund(trx, paid, "wrong_amount", now);
      return outcomeOf(trx, order);
    }
    if (order.state === "pending") {
      await markPaid(trx, order, sender, now);
      return "paid";
    }
    if (order.state === "expired") {
      if (await takeBack(trx, order)) {
        await markPaid(trx, order, sender, now, "The payment came late, and everything was still there.");
        return "paid";
      }
      log.warn(
        { order: order.number, payment: told.id },
        "paid too late; what was ordered is gone, the money goes back",
      );
      await wantRefund(trx, paid, "too_late", now);
      await mailTooLate(trx, sender, order, now);
      return "refunded";
    }
    log.warn({ order: order.number, payment: told.id }, "an order was paid once more; the second payment goes back");
    await wantRefund(trx, paid, "paid_twice", now);
    return outcomeOf(trx, order);
  });
}

/** What has become of the payment of an order. */
export async function outcomeOf(
  db: DatabaseOrTransaction,
  { id, state }: Pick<OrderRow, "id" | "state">,
): Promise<Outcome> {
  switch (state) {
    case "pending":
      return "unpaid";
    case "expired": {
      const [goesBack] = await db.select({ id: refund.id }).from(refund).where(eq(refund.orderId, id)).limit(1);
      return goesBack ? "refunded" : "expired";
    }
    case "cancelled":
    case "refunded":
      return "refunded";
    default:
      return "paid";
  }
}

async function takeBack(trx: DatabaseOrTransaction, order: OrderRow): Promise<boolean> {
  await lockProducts(trx, { orderId: order.id });
  return takeStock(trx, await piecesOf(trx, order.id));
}

async function markPaid(
  trx: DatabaseOrTransaction,
  order: OrderRow,
  sender: MailSender,
  now: Date,
  note = "",
): Promise<void> {
  await takeOrdered(trx, { customerId: order.customerId, orderId: order.id });
  const paid = await changeState(
    trx,
    order,
    "paid",
    { cause: "payment", note, at: now },
    {
      paidAt: now,
      holdsStock: true,
      checkAt: null,
      invoiceNumber: await nextInvoiceNumber(trx, now),
      invoicedAt: now,
    },
  );
  await mailConfirmation(trx, sender, paid, now);
}
