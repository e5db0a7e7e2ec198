import type { RequestError } from "../api/request.ts";

export function CheckoutError({ failed, onRetry }: { failed: RequestError; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <h1 className="text-heading">Checkout</h1>
      <p className="max-w-prose text-bark">
        We couldn’t load the checkout. Your cart is unchanged and you haven’t been charged. {failed.message}
      </p>
      <button type="button" className="button-primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
