import type { ReactNode } from "react";

interface PageHeadProps {
  /** The heading. */
  title: ReactNode;
  /** What stands beside it, such as the state. */
  beside?: ReactNode;
  /** What the page is for, or a fact about its subject. */
  about?: ReactNode;
  /** What can be done here; the first thing to do is its `button-primary`. */
  children?: ReactNode;
}

/** Heads a page: its name at the left, and what can be done here at the right, where it is looked for on every page. */
export function PageHead({ title, beside, about, children }: PageHeadProps) {
  return (
    <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="wrap-anywhere">{title}</h1>
          {beside}
        </div>
        {about && <p className="mt-1 max-w-prose text-bark">{about}</p>}
      </div>
      {children && (
        <div className="flex flex-wrap items-center gap-2 empty:hidden md:max-w-full md:flex-[1_1_0%] md:justify-end">
          {children}
        </div>
      )}
    </div>
  );
}
