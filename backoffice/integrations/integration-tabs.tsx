import { type SectionPart, SectionTabs } from "../shared/section-frame.tsx";

const PARTS = [
  { name: "Tokens and webhooks", to: "/integrations" },
  { name: "Feeds", to: "/integrations/feeds" },
  { name: "Agents", to: "/integrations/agents" },
  { name: "WhatsApp and SMS", to: "/integrations/messages" },
] as const satisfies readonly SectionPart[];

/** Links what programs may do in the shop, and what services read from it. */
export const IntegrationTabs = ({ current }: { current: (typeof PARTS)[number]["name"] }) => (
  <SectionTabs label="Integrations" parts={PARTS} current={current} />
);
