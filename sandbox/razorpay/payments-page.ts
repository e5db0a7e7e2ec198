import type { FastifyInstance } from "fastify";
import { formatDateTime } from "../../contract/dates.ts";
import type { Database } from "../../server/database/database.ts";
import { escapeHtml } from "../../server/mail/html.ts";
import { formatRupees, paise } from "../../server/money.ts";
import { sendPage } from "../page.ts";
import { list, type OrderRecord, type PaymentRecord, type RefundRecord } from "./ledger.ts";

/** A page with the latest orders, their payments and refunds. */

const SHOWN_ORDERS = 30;
const SHOWN_PAYMENTS = 300;

export function paymentsPageRoute(app: FastifyInstance, { db, path }: { db: Database; path: string }): void {
  app.get(path, async (_request, reply) => {
    const [orders, payments, refunds] = await Promise.all([
      list(db, "order", { count: SHOWN_ORDERS }),
      list(db, "payment", { count: SHOWN_PAYMENTS }),
      list(db, "refund", { count: SHOWN_PAYMENTS }),
    ]);
    return sendPage(reply, {
      title: "Payments of the demo",
      body: `<h1>Payments of the demo</h1>
<p class="about">This stands in for Razorpay. No money moves; every payment made there is listed here.</p>
${orders.length > 0 ? `<ul>${orders.map((order) => orderEntry(order, payments, refunds)).join("\n")}</ul>` : "<p>No orders yet. Go to checkout, and your order will show up here.</p>"}`,
    });
  });
}

function orderEntry(order: OrderRecord, payments: PaymentRecord[], refunds: RefundRecord[]): string {
  const own = payments.filter(({ order_id }) => order_id === order.id);
  return `<li class="record"><strong>${formatRupees(paise(order.amount))}</strong> &middot; ${order.status}${order.receipt ? ` &middot; ${escapeHtml(order.receipt)}` : ""}<br><small>${order.id} &middot; ${timeOf(order)}</small>
${own.map((payment) => paymentEntry(payment, refunds)).join("\n")}</li>`;
}

function paymentEntry(payment: PaymentRecord, refunds: RefundRecord[]): string {
  const own = refunds.filter(({ payment_id }) => payment_id === payment.id);
  const why = payment.error_description ? `<br><small>${escapeHtml(payment.error_description)}</small>` : "";
  return `<p class="entry">${formatRupees(paise(payment.amount))} &middot; ${payment.status} &middot; ${escapeHtml(methodText(payment))}<br><small>${payment.id} &middot; ${timeOf(payment)}</small>${why}</p>
${own.map((refund) => `<p class="entry">${formatRupees(paise(refund.amount))} back &middot; ${refund.status}<br><small>${refund.id} &middot; ${timeOf(refund)}</small></p>`).join("\n")}`;
}

function methodText({ method, vpa, bank, sandbox }: PaymentRecord): string {
  switch (method) {
    case "card":
      return sandbox.card ? `${sandbox.card.network} ending ${sandbox.card.last4}` : "Card";
    case "upi":
      return `UPI ${vpa}`;
    case "netbanking":
      return `Net banking ${bank}`;
  }
}

function timeOf({ created_at: seconds }: { created_at: number }): string {
  const time = new Date(seconds * 1000);
  return `<time datetime="${time.toISOString()}">${formatDateTime(time)}</time>`;
}
