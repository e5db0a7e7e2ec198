import type { RequestError } from "../api/request.ts";
import { AlertIcon } from "../shared/icons.tsx";

interface CartErrorProps {
  failed: RequestError;
  onRetry: () => void;
  /** Whether the last known cart is shown below the error. */
  shown?: boolean;
}

export function CartError({ failed, onRetry, shown = false }: CartErrorProps) {
  const retry = (className: string) => (
    <button type="button" className={className} onClick={onRetry}>
      Try again
    </button>
  );
  if (shown) {
    return (
      <div
        role="alert"
        className="mt-4 flex flex-wrap items-center gap-x-2.5 border-terracotta border-l-2 bg-linen px-4 py-1 text-small text-terracotta"
      >
        <AlertIcon width="20" height="20" className="shrink-0" />
        <p>We couldn’t update your cart. {failed.message}</p>
        {retry("min-h-11 px-1 font-semibold text-link")}
      </div>
    );
  }
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <h1 className="text-heading">My Cart</h1>
      <p className="max-w-prose text-bark">We couldn’t load your cart. Everything in it is safe. {failed.message}</p>
      {retry("button-primary")}
    </div>
  );
}
