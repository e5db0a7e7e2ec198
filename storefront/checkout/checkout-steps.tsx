import type { ReactNode } from "react";
import { Link } from "react-router";

/** Shows the steps from cart to payment, and the current one. */
export function CheckoutSteps({ at }: { at: "Address" | "Payment" }) {
  return (
    <ol className="flex flex-wrap gap-2 text-bark text-small">
      <Step>
        <Link to="/cart" className="-my-3 inline-block py-3 text-link">
          Cart
        </Link>
      </Step>
      <Step isCurrent={at === "Address"}>Address</Step>
      <Step isCurrent={at === "Payment"}>Payment</Step>
    </ol>
  );
}

function Step({ isCurrent = false, children }: { isCurrent?: boolean; children: ReactNode }) {
  return (
    <li
      aria-current={isCurrent ? "step" : undefined}
      className="flex items-center gap-2 not-first:before:h-px not-first:before:w-6 not-first:before:bg-control aria-[current=step]:font-semibold aria-[current=step]:text-ink sm:not-first:before:w-12"
    >
      {children}
    </li>
  );
}
