import type { ReactNode } from "react";

/** The heading of the newsletter's lists, with what can be done there. */
export function NewsletterHead({ children }: { current: "campaigns" | "subscribers"; children: ReactNode }) {
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <h1>Newsletter</h1>
      {children}
    </div>
  );
}
