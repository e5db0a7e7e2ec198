import type { RequestError } from "../api/request.ts";

/** Shows the error of loading a tab. @param what such as "your orders" */
export function PaneError({ failed, what, onRetry }: { failed: RequestError; what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4">
      <p className="max-w-prose text-bark">
        We couldn’t load {what}. {failed.message}
      </p>
      <button type="button" className="button-primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
