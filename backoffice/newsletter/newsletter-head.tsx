import type { ReactNode } from "react";
import { PageHead } from "../shared/page-head.tsx";
import { type SectionPart, SectionTabs } from "../shared/section-frame.tsx";

const PARTS = [
  { name: "Campaigns", to: "/newsletter" },
  { name: "Subscribers", to: "/newsletter/subscribers" },
] as const satisfies readonly SectionPart[];

interface NewsletterHeadProps {
  current: (typeof PARTS)[number]["name"];
  children: ReactNode;
}

/** The heading of the newsletter's two lists, with their actions. */
export function NewsletterHead({ current, children }: NewsletterHeadProps) {
  return (
    <>
      <PageHead title="Newsletter">{children}</PageHead>
      <SectionTabs label="Parts of the newsletter" parts={PARTS} current={current} />
    </>
  );
}
