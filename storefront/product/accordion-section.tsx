import type { ReactNode } from "react";
import { OpenSign } from "../shared/open-sign.tsx";

/** A collapsible section: mouse, keyboard and find-in-page open it, with and without JavaScript. */
export function AccordionSection({
  title,
  open = false,
  children,
}: {
  title: string;
  /** Whether it is open at first. */
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details
      open={open}
      className="group border-b border-sand details-content:opacity-0 details-content:transition-opacity details-content:duration-200 open:details-content:opacity-100"
    >
      <summary className="flex min-h-16 list-none items-center justify-between gap-4 py-4 hover:text-leaf">
        <h2 className="text-title">{title}</h2>
        <OpenSign />
      </summary>
      <div className="max-w-prose pb-7 wrap-anywhere">{children}</div>
    </details>
  );
}
