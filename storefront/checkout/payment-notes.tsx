import { Link } from "react-router";
import type { Checkout } from "../../contract/checkout/schemas.ts";
import { formatMoney } from "../shared/money.ts";
import { PaymentMarks } from "../shared/payment-marks.tsx";
import { LockIcon } from "../shared/rare-icons.tsx";
import { useShop } from "../shared/shop-context.ts";
import { paysNow } from "./paid-now.ts";

/**
 * What a shopper wants to read before paying: below the choices, so that Proceed stays high beside them; in a narrow window between the sums
 * and Proceed.
 */
export function PaymentNotes({ checkout }: { checkout: Checkout }) {
  const { currencySymbol } = useShop();
  const isPaidNow = paysNow(checkout);
  return (
    <div className="mt-6 text-bark text-small @max-tablet:order-1">
      <p className="flex items-start gap-2">
        <LockIcon width="18" height="18" className="mt-px shrink-0" />
        {isPaidNow
          ? "You’ll pay securely through Razorpay, by card, UPI or net banking. We never see your card details."
          : checkout.totalPrice === 0
            ? "There’s nothing to pay for this order."
            : "You’ll pay in cash when your parcel arrives. We’ll email you a code to confirm the order."}
      </p>
      {isPaidNow && <PaymentMarks className="mt-3" />}
      <p className="mt-3">
        {checkout.tax > 0
          ? `The total includes ${formatMoney(checkout.tax, currencySymbol)} GST.`
          : "Inclusive of all taxes."}{" "}
        Free cancellation until your order ships.{" "}
        <Link to="/refund-policy" className="text-link">
          Refund policy
        </Link>
      </p>
    </div>
  );
}
