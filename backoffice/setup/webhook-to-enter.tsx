import type { NewWebhook } from "../../contract/admin/setup.ts";

const EVENTS = [
  ...["payment.authorized", "payment.captured", "payment.failed", "order.paid"],
  ...["refund.created", "refund.processed", "refund.failed", "payment.dispute.created"],
  ...["payment.dispute.under_review", "payment.dispute.action_required", "payment.dispute.won"],
  ...["payment.dispute.lost", "payment.dispute.closed"],
];

/** What the owner enters in the payment provider's dashboard; the secret is shown this once. */
export function WebhookToEnter({ webhook: { url, secret } }: { webhook: NewWebhook }) {
  return (
    <section aria-labelledby="webhook" className="grid gap-2">
      <h2 id="webhook">Enter this webhook at Razorpay now</h2>
      <p>
        In the dashboard, Account &amp; Settings, Webhooks, Add new webhook. The secret is shown only here. Razorpay
        then tells the shop of payments whose buyer has closed the window.
      </p>
      <dl className="grid gap-2">
        {[
          ["Webhook URL", url],
          ["Secret", secret],
          ["Events", EVENTS.join(", ")],
        ].map(([name, value]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="wrap-anywhere select-all rounded-sm border border-sand bg-paper p-2">
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
