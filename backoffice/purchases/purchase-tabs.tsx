import { type SectionPart, SectionTabs } from "../shared/section-frame.tsx";

const PARTS = [
  { name: "Purchases", to: "/purchases" },
  { name: "Couriers’ bills", to: "/purchases/courier-bills" },
] as const satisfies readonly SectionPart[];

/** Links what suppliers and what couriers have billed. */
export const PurchaseTabs = ({ current }: { current: (typeof PARTS)[number]["name"] }) => (
  <SectionTabs label="Bills" parts={PARTS} current={current} />
);
