import type { CallFailed } from "../../../api/call.ts";
import { reasonOf } from "../../../components/toasts.tsx";

/** What could not be read, and why. @param what begins the sentence, in the plural */
export function OrdersTrouble({ failed, what, onRetry }: { failed: CallFailed; what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p className="max-w-prose text-bark">
        {what} could not be loaded. {reasonOf(failed)}
      </p>
      <button type="button" className="button-primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

/** Orders while they are read, in about their final size. */
export function OrdersSkeleton() {
  return (
    <div aria-busy="true">
      <div aria-hidden="true" className="grid animate-pulse gap-5">
        <div className="h-52 rounded-picture bg-linen" />
        <div className="h-52 rounded-picture bg-linen" />
      </div>
      <p className="sr-only">Your orders are being loaded.</p>
    </div>
  );
}
