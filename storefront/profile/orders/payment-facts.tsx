import { Fragment } from "react";
import { paidWith } from "../../../contract/checkout/payment-messages.ts";
import { formatRecentDateTime, formatRecentDay } from "../../../contract/dates.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";

const REFUNDS = {
  pending: "On its way to you; it takes 5 to 7 working days.",
  held: "On hold until your bank decides your dispute about the payment. You’ll see the outcome here.",
  processed: "Refunded. It can take 5 to 7 working days to show in your account.",
  failed: "The refund didn’t go through. We’re looking into it and will email you.",
} as const;

/** An order's payment and refunds. */
export function PaymentFacts({
  order: { paid, payment, refunds, refundAccount, payUntil, state, paymentMethod, advance, balance, totalPrice },
}: {
  order: OrderDetail;
}) {
  const { currencySymbol } = useShop();
  const term = "text-bark";
  const textOf = (refundState: keyof typeof REFUNDS) =>
    refundState !== "processed" && refundAccount
      ? refundAccount.upiId
        ? `We’ll send it to ${refundAccount.upiId} within 2 working days.`
        : "We need your UPI ID to send it."
      : REFUNDS[refundState];
  if (!payment)
    return (
      <p className="text-bark text-small">
        {totalPrice === 0
          ? "There was nothing to pay."
          : paymentMethod === "cash_on_delivery" && !advance && state !== "expired" && state !== "cancelled"
            ? `Cash on delivery: ${formatMoney(balance, currencySymbol)} to be paid to the courier.`
            : payUntil
              ? `${advance ? `Not paid yet: ${formatMoney(advance.amount, currencySymbol)} now, and ${formatMoney(balance, currencySymbol)} in cash on delivery.` : "Not paid yet."} We’re holding your items until ${formatRecentDateTime(payUntil)}.`
              : state === "expired" || state === "cancelled"
                ? "You weren’t charged."
                : "No payment yet."}
      </p>
    );
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-small">
      {(paid.length > 0 ? paid : [payment]).map((one) => (
        <Fragment key={one._id}>
          <dt className={term}>Paid</dt>
          <dd>
            <strong className="font-semibold tabular-nums">{formatMoney(one.amount, currencySymbol)}</strong> on{" "}
            {formatRecentDateTime(one.paidAt)}
          </dd>
          {one.method && (
            <>
              <dt className={term}>Paid with</dt>
              <dd className="wrap-anywhere">{paidWith(one)}</dd>
            </>
          )}
          <dt className={term}>Reference</dt>
          <dd className="select-all wrap-anywhere">{one._id}</dd>
        </Fragment>
      ))}
      {balance > 0 && (
        <>
          <dt className={term}>On delivery</dt>
          <dd>
            <strong className="font-semibold tabular-nums">{formatMoney(balance, currencySymbol)}</strong> to be paid to
            the courier in cash
          </dd>
        </>
      )}
      {refunds.map(({ amount, state: refundState, extra, note, bankReference, requestedAt }) => (
        <Fragment key={`${requestedAt} ${amount}`}>
          <dt className={term}>{extra ? "Extra payment" : "Refund"}</dt>
          <dd>
            <strong className="font-semibold tabular-nums">{formatMoney(amount, currencySymbol)}</strong>, requested on{" "}
            {formatRecentDay(requestedAt)}. {textOf(refundState)} {note}
          </dd>
          {bankReference && (
            <>
              <dt className={term}>Bank reference</dt>
              <dd>
                <span className="select-all wrap-anywhere">{bankReference}</span> (ARN). Your bank can find the refund
                by it.
              </dd>
            </>
          )}
        </Fragment>
      ))}
    </dl>
  );
}
