import { CheckoutSteps } from "./checkout-steps.tsx";
import { CHECKOUT_COLUMNS } from "./columns.ts";

/** The loading state of the checkout, in about its final size. */
export function CheckoutSkeleton() {
  return (
    <div aria-busy="true">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h1 className="text-heading">Checkout</h1>
        <CheckoutSteps at="Address" />
      </div>
      <div aria-hidden="true" className={`mt-4 animate-pulse ${CHECKOUT_COLUMNS}`}>
        <div className="@max-tablet:mt-6">
          <div className="h-6 w-32 rounded-control bg-linen" />
          <div className="mt-4 grid gap-3">
            <div className="h-24 rounded-picture bg-linen" />
            <div className="h-24 rounded-picture bg-linen" />
          </div>
        </div>
        <div className="mt-10 h-96 rounded-picture bg-linen @tablet:mt-0" />
      </div>
      <p className="sr-only">Loading your checkout…</p>
    </div>
  );
}
