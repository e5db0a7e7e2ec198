import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { orderPage } from "../../../contract/orders/forms.ts";
import { ClockIcon, SpinnerIcon } from "../../shared/icons.tsx";
import type { ProgressState } from "./use-payment.ts";

interface PaymentProgressProps {
  state: ProgressState;
  onCheckAgain: () => void;
}

/** Shows the state of a payment after its window is closed. It never starts another payment. */
export function PaymentProgress({ state, onCheckAgain }: PaymentProgressProps) {
  const { orderNumber, proof } = state.payment;
  const checkAgain = (
    <button type="button" className="button-primary" onClick={onCheckAgain}>
      Check again
    </button>
  );
  const viewOrder = (
    <Link to={orderPage(orderNumber)} className="button-quiet">
      View order {orderNumber}
    </Link>
  );

  if (state.step === "verifying")
    return (
      <Panel icon={<SpinnerIcon width="40" height="40" className="animate-spin" />} title="One moment, please">
        <p>We’re confirming your payment. Please keep this page open.</p>
      </Panel>
    );
  if (state.step === "refunded")
    return (
      <Panel icon={<ClockIcon width="40" height="40" />} title="We’re refunding your payment" actions={viewOrder}>
        <p>
          We couldn’t use your payment for order {orderNumber}; our email says why. We’re refunding the full amount. It
          can take 5 to 7 working days to show in your account. You don’t need to do anything.
        </p>
      </Panel>
    );
  return (
    <Panel
      icon={<ClockIcon width="40" height="40" />}
      title={state.step === "confirming" || proof ? "Your payment is being confirmed…" : "Did your payment go through?"}
      actions={
        <>
          {checkAgain}
          {viewOrder}
        </>
      }
    >
      <p>
        {state.step === "confirming"
          ? `Razorpay hasn’t confirmed the payment for order ${orderNumber} yet. We’re checking, and this page will update on its own.`
          : `${state.reason} We’ll keep checking order ${orderNumber} for you.`}
      </p>
      <p>
        {proof || state.step === "confirming"
          ? "Your payment is safe, so please don’t pay again. We’ll keep checking and email you as soon as your order is confirmed."
          : "If you’ve paid, your money is safe: we’ll keep checking and email you. If you haven’t, check again first, then pay."}
      </p>
    </Panel>
  );
}

interface PanelProps {
  icon: ReactNode;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** Takes the focus, because the focused element was removed. */
function Panel({ icon, title, actions, children }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new message
  useEffect(() => {
    heading.current?.focus();
  }, [title]);
  return (
    <div className="grid min-h-[50vh] place-content-center justify-items-center gap-4 py-10 text-center">
      <span className="text-brass">{icon}</span>
      <h1 ref={heading} tabIndex={-1} className="text-heading outline-none">
        {title}
      </h1>
      <div role="status" className="grid max-w-prose gap-3 text-bark">
        {children}
      </div>
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
