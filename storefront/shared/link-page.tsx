import type { ReactNode } from "react";
import { PageNeedsScript } from "./needs-script.tsx";
import type { useRead } from "./use-read.ts";

interface LinkPageProps<Value> {
  read: Pick<ReturnType<typeof useRead<Value>>, "value" | "failed" | "retry">;
  /** What could not be opened: "this order". */
  what: string;
  /** Said to screen readers while it is read. */
  opening: string;
  /** Class of its maximum width. */
  width: string;
  children: (value: Value) => ReactNode;
}

/** The frame of a page that is opened by a link whose token is the only credential. */
export function LinkPage<Value>({
  read: { value, failed, retry },
  what,
  opening,
  width,
  children,
}: LinkPageProps<Value>) {
  return (
    <div className="container-page py-6 md:py-12">
      <div className={`mx-auto ${width}`}>
        {value && children(value)}
        {failed && (
          <>
            <h1 className="text-heading">We couldn’t open {what}</h1>
            <p className="mt-3 text-bark">{failed.message}</p>
            {failed.status !== 404 && (
              <button type="button" className="button-primary mt-5" onClick={retry}>
                Try again
              </button>
            )}
          </>
        )}
        {!value && !failed && (
          <>
            <div aria-hidden="true" className="h-96 animate-pulse rounded-picture bg-linen noscript:hidden" />
            <p role="status" className="sr-only noscript:hidden">
              {opening}
            </p>
            <PageNeedsScript />
          </>
        )}
      </div>
    </div>
  );
}
