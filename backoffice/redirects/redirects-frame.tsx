import { SectionFrame, type SectionPage, type SectionPart } from "../shared/section-frame.tsx";

const PARTS = [
  { name: "Stored", to: "/redirects" },
  { name: "Not found", to: "/redirects/not-found" },
  { name: "From a file", to: "/redirects/file" },
] as const satisfies readonly SectionPart[];

/** Heads the pages about redirects, and links them. */
export const RedirectsFrame = (page: SectionPage<(typeof PARTS)[number]>) => (
  <SectionFrame section="Redirects" parts={PARTS} {...page} />
);
