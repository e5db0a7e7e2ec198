import type { CallFailed } from "../../api/call.ts";

/** What could not be read, and why. @param what begins the sentence */
export function PaneTrouble({ failed, what, onRetry }: { failed: CallFailed; what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p className="max-w-prose text-bark">
        {what} could not be loaded. {failed.message}
      </p>
      <button type="button" className="button-primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
