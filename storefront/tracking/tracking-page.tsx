import { useSearchParams } from "react-router";
import { FoundOrder } from "./found-order.tsx";
import { TrackingForm } from "./tracking-form.tsx";
import { searchOf } from "./tracking-search.ts";
import { type Tracked, useTracking } from "./use-tracking.ts";

/** Finds a customer's own order by its number or its AWB number. */
export function TrackingPage() {
  const [params] = useSearchParams();
  const search = searchOf(params);
  const { tracked, retry } = useTracking(search);
  return (
    <div className="container-page py-6 md:py-12">
      <div className="mx-auto max-w-3xl">
        <h1 className="text-heading">Order Tracking</h1>
        <p className="mt-3 text-bark">
          You’ll find your Order ID in our emails and in My Orders. The AWB is in the shipping email and on the parcel.
        </p>
        <TrackingForm search={search} running={tracked?.kind === "loading"} onRetry={retry} />
        <div role="status" className="mt-2">
          {tracked && <Result tracked={tracked} onRetry={retry} />}
        </div>
      </div>
    </div>
  );
}

function Result({ tracked, onRetry }: { tracked: Tracked; onRetry: () => void }) {
  if (tracked.kind === "found") return <FoundOrder order={tracked.order} />;
  if (tracked.kind === "loading")
    return (
      <>
        <div aria-hidden="true" className="h-72 animate-pulse rounded-picture bg-linen" />
        <p className="sr-only">Looking for your order…</p>
      </>
    );
  return (
    <div className="border-sand border-t py-8">
      <p className="font-display text-title">
        {tracked.kind === "missing" ? "No order found" : "We couldn’t look that up"}
      </p>
      <p className="mt-2 max-w-prose text-bark wrap-anywhere">{tracked.message}</p>
      {tracked.kind === "failed" && (
        <button type="button" className="button-primary mt-4" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
