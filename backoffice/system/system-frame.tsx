import { SectionFrame, type SectionPage, type SectionPart } from "../shared/section-frame.tsx";

const PARTS = [
  { name: "Jobs", to: "/system", permission: "edit_settings" },
  { name: "Emails", to: "/system/emails", permission: "edit_settings" },
  { name: "Refunds", to: "/system/refunds", permission: "refund" },
  { name: "Provider webhooks", to: "/system/webhooks", permission: "edit_settings" },
  { name: "Services", to: "/system/services", permission: "edit_settings" },
] as const satisfies readonly SectionPart[];

/** Frames a page of System. */
export const SystemFrame = (page: SectionPage<(typeof PARTS)[number]>) => (
  <SectionFrame section="System" parts={PARTS} {...page} />
);
