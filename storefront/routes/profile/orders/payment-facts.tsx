import { formatDateTime, formatDay } from "../../../../contract/dates.ts";
import type { OrderDetail } from "../../../../contract/orders.ts";
import { paidWith } from "../../../../contract/payment-words.ts";
import { formatMoney } from "../../../components/money.ts";
import { useShop } from "../../../components/shop-context.ts";

const REFUNDS = {
  pending: "On its way back to you; it takes 5 to 7 working days.",
  processed: "Sent back to you. Your bank may need a few days to show it.",
  failed: "Could not be sent back. We look into it and write to you.",
} as const;

/** How an order was paid, and what has been sent back. */
export function PaymentFacts({ order: { payment, refund, payUntil, state } }: { order: OrderDetail }) {
  const { currencySymbol } = useShop();
  const term = "text-bark";
  if (!payment)
    return (
      <p className="text-bark text-small">
        {payUntil
          ? `Not paid yet. What you ordered is held for you until ${formatDateTime(payUntil)}.`
          : state === "expired"
            ? "Nothing was charged."
            : "There is no payment yet."}
      </p>
    );
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-small">
      <dt className={term}>Paid</dt>
      <dd>
        <strong className="font-semibold tabular-nums">{formatMoney(payment.amount, currencySymbol)}</strong> on{" "}
        {formatDateTime(payment.paidAt)}
      </dd>
      {payment.method && (
        <>
          <dt className={term}>By</dt>
          <dd className="wrap-anywhere">{paidWith(payment)}</dd>
        </>
      )}
      <dt className={term}>Reference</dt>
      <dd className="select-all wrap-anywhere">{payment._id}</dd>
      {refund && (
        <>
          <dt className={term}>Refund</dt>
          <dd>
            <strong className="font-semibold tabular-nums">{formatMoney(refund.amount, currencySymbol)}</strong>, asked
            for on {formatDay(refund.requestedAt)}. {REFUNDS[refund.state]}
          </dd>
        </>
      )}
    </dl>
  );
}
