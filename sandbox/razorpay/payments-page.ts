/** Serves a page with the latest orders, their payments, refunds and disputes. */

import type { FastifyInstance } from "fastify";
import { formatDateTime } from "../../contract/dates.ts";
import { formatRupees, paise } from "../../server/base/money.ts";
import type { Database } from "../../server/platform/database/database.ts";
import { escapeHtml } from "../../server/platform/mail/html.ts";
import { sendPage } from "../page.ts";
import { changeDispute, DISPUTE_CHANGES, type DisputeChange, openDispute } from "./disputes.ts";
import { type DisputeRecord, list, type OrderRecord, type PaymentRecord, type RefundRecord } from "./ledger.ts";

const SHOWN_ORDERS = 30;
const SHOWN_PAYMENTS = 300;

interface PageDeps {
  db: Database;
  path: string;
  /** Wakes the worker after something was queued. */
  wake(): void;
}

export async function paymentsPageRoute(app: FastifyInstance, { db, path, wake }: PageDeps): Promise<void> {
  // The forms of this page have no fields.
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, _body, done) =>
    done(null, undefined),
  );
  app.post(`${path}/payments/:id/dispute`, async (request, reply) => {
    await openDispute(db, (request.params as { id: string }).id, { now: new Date() });
    wake();
    return reply.redirect(path, 303);
  });
  app.post(`${path}/disputes/:id/:change`, async (request, reply) => {
    const { id, change } = request.params as { id: string; change: DisputeChange };
    if (!DISPUTE_CHANGES.includes(change)) return reply.callNotFound();
    await changeDispute(db, id, change, { now: new Date() });
    wake();
    return reply.redirect(path, 303);
  });
  app.get(path, async (_request, reply) => {
    const [orders, payments, refunds, disputes] = await Promise.all([
      list(db, "order", { count: SHOWN_ORDERS }),
      list(db, "payment", { count: SHOWN_PAYMENTS }),
      list(db, "refund", { count: SHOWN_PAYMENTS }),
      list(db, "dispute", { count: SHOWN_PAYMENTS }),
    ]);
    return sendPage(reply, {
      title: "Payments of the demo",
      body: `<h1>Payments of the demo</h1>
<p class="about">This stands in for Razorpay. No money moves; every payment made there is listed here.</p>
${orders.length > 0 ? `<ul>${orders.map((order) => orderEntry(order, { path, payments, refunds, disputes })).join("\n")}</ul>` : "<p>No orders yet. Go to checkout, and your order will show up here.</p>"}`,
    });
  });
}

interface Shown {
  path: string;
  payments: PaymentRecord[];
  refunds: RefundRecord[];
  disputes: DisputeRecord[];
}

function orderEntry(order: OrderRecord, shown: Shown): string {
  const own = shown.payments.filter(({ order_id }) => order_id === order.id);
  return `<li class="record"><strong>${formatRupees(paise(order.amount))}</strong> &middot; ${order.status}${order.receipt ? ` &middot; ${escapeHtml(order.receipt)}` : ""}<br><small>${order.id} &middot; ${timeOf(order)}</small>
${own.map((payment) => paymentEntry(payment, shown)).join("\n")}</li>`;
}

function paymentEntry(payment: PaymentRecord, { path, refunds, disputes }: Shown): string {
  const own = refunds.filter(({ payment_id }) => payment_id === payment.id);
  const disputed = disputes.filter(({ payment_id }) => payment_id === payment.id);
  const why = payment.error_description ? `<br><small>${escapeHtml(payment.error_description)}</small>` : "";
  const isDisputable = payment.captured && disputed.every(isDecided);
  return `<p class="entry">${formatRupees(paise(payment.amount))} &middot; ${payment.status} &middot; ${escapeHtml(methodText(payment))}<br><small>${payment.id} &middot; ${timeOf(payment)}</small>${why}</p>
${own.map((refund) => `<p class="entry">${formatRupees(paise(refund.amount))} back &middot; ${refund.status}<br><small>${refund.id} &middot; ${timeOf(refund)}</small></p>`).join("\n")}
${disputed.map((dispute) => disputeEntry(dispute, path)).join("\n")}
${isDisputable ? form([button(`${path}/payments/${payment.id}/dispute`, "Dispute this payment")]) : ""}`;
}

const isDecided = ({ status }: DisputeRecord) => ["won", "lost", "closed"].includes(status);

const CHANGES: Readonly<Record<DisputeChange, string>> = {
  under_review: "Review it",
  action_required: "Ask for more evidence",
  won: "Decide for the shop",
  lost: "Decide for the buyer",
  closed: "Close it",
};

function disputeEntry(dispute: DisputeRecord, path: string): string {
  const buttons = DISPUTE_CHANGES.map((change) => button(`${path}/disputes/${dispute.id}/${change}`, CHANGES[change]));
  return `<p class="entry">Dispute &middot; ${dispute.status}<br><small>${dispute.id} &middot; ${timeOf(dispute)}</small></p>
${isDecided(dispute) ? "" : form(buttons)}`;
}

const form = (buttons: readonly string[]) => `<form method="post" class="entry-actions">${buttons.join(" ")}</form>`;
const button = (path: string, label: string) => `<button formaction="${escapeHtml(path)}">${label}</button>`;

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
