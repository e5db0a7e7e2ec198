import { Link } from "react-router";
import { orderPage } from "../../../contract/orders/forms.ts";
import { showSuccess } from "../../shared/toasts/toasts.tsx";

/** Shows a toast that an order is paid, on a page that does not say so itself. */
export function notifyPaid(orderNumber: string): void {
  void showSuccess(<PaidMessage number={orderNumber} />, orderNumber);
}

function PaidMessage({ number }: { number: string }) {
  return (
    <p>
      Thank you! Your order{" "}
      <Link to={orderPage(number)} className="font-semibold inline-block text-leaf text-link">
        {number}
      </Link>{" "}
      is confirmed. We’ve emailed you the details.
    </p>
  );
}
