import { useSearchParams } from "react-router";
import { shopNow } from "../../contract/shop-clock.ts";
import { useAnnounced } from "../shared/announcer.tsx";
import { LineDrawing } from "../shared/empty-state.tsx";
import { stateSentence } from "../shared/order/state-sentence.ts";
import { FoundOrder } from "./found-order.tsx";
import { TrackingForm } from "./tracking-form.tsx";
import { searchOf } from "./tracking-search.ts";
import { type Tracked, useTracking } from "./use-tracking.ts";

/** Finds a customer's own order by its number or its AWB number. */
export function TrackingPage() {
  const [params] = useSearchParams();
  const search = searchOf(params);
  const { tracked, retry } = useTracking(search);
  useAnnounced(tracked && sentenceOf(tracked));
  return (
    <div className="container-page grid items-start gap-x-10 gap-y-5 py-6 sm:gap-y-8 sm:grid-cols-2 md:py-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,3fr)] lg:gap-x-12">
      <div>
        <h1 className="text-heading">Order Tracking</h1>
        <p className={`mt-3 text-bark ${tracked?.kind === "found" ? "max-sm:hidden" : ""}`}>
          You’ll find your Order ID in our emails and in My Orders. The AWB is in the shipping email and on the parcel.
        </p>
      </div>
      <div className="lg:col-span-2">
        <TrackingForm search={search} running={tracked?.kind === "loading"} onRetry={retry} />
      </div>
      <div className="col-span-full grid grid-cols-subgrid *:col-span-full">
        {tracked ? <Result tracked={tracked} onRetry={retry} /> : <Waiting />}
      </div>
    </div>
  );
}

/** The result in a sentence; a found order's heading takes the focus itself. */
function sentenceOf(tracked: Tracked): string {
  if (tracked.kind === "loading") return "Looking for your order…";
  if (tracked.kind === "found") return `${stateSentence(tracked.order, shopNow())}.`;
  return `${TITLES[tracked.kind]}. ${tracked.message}`;
}

const TITLES = { missing: "No order found", failed: "We couldn’t look that up" } as const;

/** Before a search: what it will show. */
function Waiting() {
  return (
    <div className="grid justify-items-center gap-5 rounded-picture bg-linen px-6 py-12 text-center md:py-20">
      <LineDrawing height={100}>
        <path d="M34 46v36l36 14 36-14V46M70 60v36M34 46l36 14 36-14-36-14-36 14ZM52 39l36 14v14" />
        <path d="M12 20c16-14 42-14 58-2M6 30l6-10 11 3" strokeDasharray="3 5" />
      </LineDrawing>
      <p className="max-w-[26ch] text-balance text-bark">The way of your parcel to your door appears here.</p>
    </div>
  );
}

function Result({ tracked, onRetry }: { tracked: Tracked; onRetry: () => void }) {
  if (tracked.kind === "found") return <FoundOrder order={tracked.order} />;
  if (tracked.kind === "loading")
    return <div aria-hidden="true" className="h-72 animate-pulse rounded-picture bg-linen" />;
  return (
    <div className="rounded-picture bg-linen p-6 md:p-8">
      <p className="font-display text-title">{TITLES[tracked.kind]}</p>
      <p className="mt-2 max-w-prose text-bark wrap-anywhere">{tracked.message}</p>
      {tracked.kind === "failed" && (
        <button type="button" className="button-primary mt-4" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
