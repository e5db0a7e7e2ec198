import type { ReactNode } from "react";
import { Tabs } from "../shared/tabs.tsx";

/** The heading of the newsletter's two lists, with their actions. */
export function NewsletterHead({ current, children }: { current: "campaigns" | "subscribers"; children: ReactNode }) {
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h1>Newsletter</h1>
        {children}
      </div>
      <Tabs
        label="Parts of the newsletter"
        tabs={[
          { name: "Campaigns", to: "/newsletter", isCurrent: current === "campaigns" },
          { name: "Subscribers", to: "/newsletter/subscribers", isCurrent: current === "subscribers" },
        ]}
      />
    </>
  );
}
