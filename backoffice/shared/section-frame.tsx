import type { ReactNode } from "react";
import type { Permission } from "../../contract/admin/permissions.ts";
import { PageHead } from "./page-head.tsx";
import { useMe } from "./session.ts";
import { Tabs } from "./tabs.tsx";

export interface SectionPart {
  name: string;
  to: string;
  /** Missing if all who see the section may see the part. */
  permission?: Permission;
}

interface SectionTabsProps<Part extends SectionPart> {
  label: string;
  parts: readonly Part[];
  /** The name of the part that is shown. */
  current: Part["name"];
}

/** Links the parts of a section that the member may see. */
export function SectionTabs<Part extends SectionPart>({ label, parts, current }: SectionTabsProps<Part>) {
  const { permissions } = useMe();
  const visible = parts.filter(({ permission }) => permission === undefined || permissions.includes(permission));
  return <Tabs label={label} tabs={visible.map(({ name, to }) => ({ name, to, isCurrent: name === current }))} />;
}

/** What a page gives to the frame of its section. */
export interface SectionPage<Part extends SectionPart> {
  current: Part["name"];
  /** What the page is for. */
  about?: string;
  actions?: ReactNode;
  children: ReactNode;
}

interface SectionFrameProps<Part extends SectionPart> extends SectionPage<Part> {
  section: string;
  parts: readonly Part[];
}

/** Heads the page of a section's part, and links the other parts. */
export function SectionFrame<Part extends SectionPart>({
  section,
  parts,
  current,
  about,
  actions,
  children,
}: SectionFrameProps<Part>) {
  return (
    <>
      <title>{`${current}, ${section}`}</title>
      <PageHead title={section}>{actions}</PageHead>
      <SectionTabs label={`Parts of ${section}`} parts={parts} current={current} />
      {about && <p className="mb-3 max-w-prose text-bark">{about}</p>}
      {children}
    </>
  );
}
