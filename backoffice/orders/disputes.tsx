import { Link } from "react-router";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { AnswerBy } from "../disputes/answer-by.tsx";
import { STATES } from "../disputes/labels.ts";
import { StateBadge } from "../shared/badge.tsx";
import { formatMoney } from "../shared/money.ts";
import { Panel } from "../shared/panel.tsx";
import { useMay } from "../shared/session.ts";

/** The disputes of the order's payments, and whether they bar a refund. */
export function Disputes({ order }: { order: AdminOrder }) {
  const { disputes } = order;
  const mayAnswer = useMay("answer_disputes");
  if (disputes.length === 0) return null;
  return (
    <Panel title="Dispute">
      <ul className="grid gap-3">
        {disputes.map((dispute) => (
          <li key={dispute._id}>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {mayAnswer ? (
                <Link to={`/disputes/${dispute._id}`} className="text-link">
                  Disputed payment of {formatMoney(dispute.amount)}
                </Link>
              ) : (
                <span>Disputed payment of {formatMoney(dispute.amount)}</span>
              )}
              <StateBadge of={STATES[dispute.state]} />
              <AnswerBy dispute={dispute} />
            </p>
            {dispute.barsRefund && (
              <p className="mt-1 text-bark">
                {dispute.state === "lost"
                  ? lostText(order)
                  : "Do not refund it: if the bank decides for the customer, they get it back anyway. Refunds that were already requested wait, too. Refund it once the dispute is won or closed."}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function lostText({ state, actions }: AdminOrder): string {
  if (state === "cancelled" || state === "returned")
    return "The bank has given this payment back. It counts as the refund of the credit note; only the bank’s fee is a loss.";
  const twice = "The bank has given this payment back, so it is not refunded: that would pay it twice.";
  return actions.includes("cancel")
    ? `${twice} Cancel the whole order rather than send it: its stock is released, and a credit note issued without another refund.`
    : twice;
}
