import { type SectionPart, SectionTabs } from "../shared/section-frame.tsx";

const PARTS = [
  { name: "Open", to: "/privacy" },
  { name: "Closed", to: "/privacy?tab=closed" },
  { name: "Incidents", to: "/privacy/incidents", permission: "export_customers" },
] as const satisfies readonly SectionPart[];

/** Links the parts of the privacy desk. */
export const PrivacyTabs = ({ current }: { current: (typeof PARTS)[number]["name"] }) => (
  <SectionTabs label="Personal data" parts={PARTS} current={current} />
);
