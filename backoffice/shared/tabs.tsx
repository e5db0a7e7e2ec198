import { useEffect, useRef } from "react";
import { Link } from "react-router";

interface Tab {
  name: string;
  /** The number of its rows, for example "99+". */
  count?: string | number;
  /** What is counted, for screen readers, if it is not the tab's rows. */
  ofCount?: string;
  to: string;
  isCurrent: boolean;
}

interface TabsProps {
  label: string;
  tabs: readonly Tab[];
}

/** Links to the parts of a list, in one row that scrolls on a phone, or in as many rows as they need. */
export function Tabs({ label, tabs }: TabsProps) {
  const current = tabs.find(({ isCurrent }) => isCurrent)?.to;
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is current
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    // Not by scrollIntoView, which would scroll the page as well.
    if (link && row.current)
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <nav
      ref={row}
      aria-label={label}
      className="relative -mx-4 mb-4 flex gap-x-4 overflow-x-auto border-sand border-b px-4 md:mx-0 md:flex-wrap md:px-0"
    >
      {tabs.map(({ name, count, ofCount, to, isCurrent }) => (
        <Link
          key={name}
          to={to}
          aria-current={isCurrent ? "page" : undefined}
          className="-mb-px whitespace-nowrap border-transparent border-b-2 py-2.5 text-bark hover:border-control hover:text-ink aria-[current=page]:border-leaf aria-[current=page]:font-semibold aria-[current=page]:text-ink"
        >
          {name}
          {count !== undefined && count !== 0 && (
            <span className="ml-0.5 rounded-full bg-tint-neutral px-1 py-0.5 font-normal text-bark text-small">
              {" "}
              {count}
              {ofCount && <span className="sr-only"> {ofCount}</span>}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Links to the parts of what is below a tab. */
export function Subtabs({ label, tabs }: TabsProps) {
  return (
    <nav aria-label={label} className="mb-3 flex flex-wrap gap-2">
      {tabs.map(({ name, count, to, isCurrent }) => (
        <Link key={name} to={to} aria-current={isCurrent ? "page" : undefined} className="chip">
          {name}
          {count !== undefined && <span className="text-bark"> {count}</span>}
        </Link>
      ))}
    </nav>
  );
}
