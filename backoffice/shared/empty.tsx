import type { ReactNode } from "react";
import { Link } from "react-router";

/** The next step from a list without rows. */
export interface NextStep {
  to: string;
  name: string;
}

/** Shown instead of a list without rows: why there are none, what the list is for, and what can be done about it. */
export function Empty({ children, next }: { children: ReactNode; next?: NextStep | undefined }) {
  return (
    <div className="panel px-6 py-10 text-center">
      <p role="status" className="mx-auto max-w-prose text-balance text-bark">
        {children}
      </p>
      {next && (
        <Link to={next.to} className="button-quiet mt-4">
          {next.name}
        </Link>
      )}
    </div>
  );
}
