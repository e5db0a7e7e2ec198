import type { ReactNode } from "react";

/** Shown instead of a list without rows: why there are none, and what can be done about it. */
export function Empty({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="panel text-balance px-6 py-10 text-center text-bark">
      {children}
    </p>
  );
}
