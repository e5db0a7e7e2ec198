import { SectionFrame, type SectionPage, type SectionPart } from "../shared/section-frame.tsx";

const PARTS = [
  { name: "Orders", to: "/cash", permission: "view_orders" },
  { name: "Remittances", to: "/cash/remittances", permission: "view_reports" },
  { name: "Blocked and allowed", to: "/cash/lists", permission: "view_customers" },
] as const satisfies readonly SectionPart[];

/** Frames a page of Cash on delivery. */
export const CashFrame = (page: SectionPage<(typeof PARTS)[number]>) => (
  <SectionFrame section="Cash on delivery" parts={PARTS} {...page} />
);
