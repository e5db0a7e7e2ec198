import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Permission } from "../../contract/admin/permissions.ts";
import { isWithin, type SectionName, sectionsFor } from "./pages.ts";

const ICONS: Readonly<Record<SectionName, ReactNode>> = {
  Sell: <path d="M3 5.5h10l.7 8H2.3zM5.5 7.5V4a2.5 2.5 0 0 1 5 0v3.5" />,
  Catalogue: <path d="M2.5 2.5h5l6 6-5 5-6-6zM5.5 5.5h.01" />,
  People: <path d="M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8zM2.5 13.5c.5-2.6 2.7-4 5.5-4s5 1.4 5.5 4" />,
  Reports: <path d="M2.5 13.5h11M4.5 11V8M8 11V3M11.5 11V5.5" />,
  Shop: <path d="M2.5 6.5 3.5 2.5h9l1 4M2.5 6.5h11M3.5 6.5v7h9v-7M6.5 13.5V9.5h3v4" />,
};

/** Where it is stored which groups somebody has opened and folded. */
const GROUPS_KEY = "backoffice-groups";
/** The group that is open until somebody folds it. */
const FIRST: SectionName = "Sell";

type Groups = Partial<Record<string, boolean>>;

interface NavigationProps {
  permissions: readonly Permission[];
  className: string;
  onOpen: () => void;
  onEscape: () => void;
}

/** The pages by group. Groups fold, so that they fit a window of 800 px: at first all but the first and that of the page are folded. */
export function Navigation({ permissions, className, onOpen, onEscape }: NavigationProps) {
  const { pathname } = useLocation();
  const sections = sectionsFor(permissions);
  const current = sections.find(({ pages }) => pages.some((page) => isWithin(page, pathname)))?.name;
  const [groups, setGroups] = useState(storedGroups);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // A page of a folded group shows where it is.
    if (current) setGroups((latest) => (latest[current] === false ? { ...latest, [current]: undefined } : latest));
  }, [current]);
  // With many open groups, or in a low window, the pages scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is current on another path
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      id="pages"
      aria-label="Pages"
      onKeyDown={({ key }) => key === "Escape" && onEscape()}
      className={`w-full min-w-0 md:-mx-3 md:min-h-60 md:w-auto md:flex-1 md:overflow-y-auto md:px-3 md:py-1 ${className}`}
    >
      {sections.map(({ name, pages }) => {
        const isOpen = groups[name] ?? (name === FIRST || name === current);
        return (
          <Section
            key={name}
            name={name}
            pages={pages}
            isOpen={isOpen}
            onToggle={() => {
              const next = { ...groups, [name]: !isOpen };
              setGroups(next);
              storeGroups(next);
            }}
            onOpen={onOpen}
          />
        );
      })}
    </nav>
  );
}

interface SectionProps {
  name: SectionName;
  pages: ReturnType<typeof sectionsFor>[number]["pages"];
  isOpen: boolean;
  onToggle: () => void;
  onOpen: () => void;
}

/** A group of the navigation; on a phone its pages are in two columns. */
function Section({ name, pages, isOpen, onToggle, onOpen }: SectionProps) {
  const id = useId();
  const { pathname } = useLocation();
  return (
    <div className="mb-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex w-full items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-left font-semibold hover:bg-linen max-md:py-3"
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 16 16"
          className="size-4 shrink-0 fill-none stroke-bark"
          strokeWidth="1.25"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          {ICONS[name]}
        </svg>
        <span id={`${id}-name`}>{name}</span>
        <svg
          aria-hidden="true"
          viewBox="0 0 12 12"
          className={`ml-auto size-3 fill-none stroke-bark ${isOpen ? "" : "-rotate-90"}`}
          strokeWidth="1.5"
        >
          <path d="m2.5 4.5 3.5 3.5 3.5-3.5" />
        </svg>
      </button>
      <ul id={id} aria-labelledby={`${id}-name`} hidden={!isOpen} className="grid grid-cols-2 md:grid-cols-1">
        {pages.map((page) => (
          <li key={page.to}>
            <Link
              to={page.to}
              aria-current={isWithin(page, pathname) ? "page" : undefined}
              onClick={onOpen}
              className="block rounded-sm py-3 pr-2.5 pl-9 text-bark hover:bg-linen hover:text-ink md:whitespace-nowrap md:py-1 aria-[current=page]:bg-linen aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {page.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function storedGroups(): Groups {
  try {
    return JSON.parse(localStorage.getItem(GROUPS_KEY) ?? "{}") as Groups;
  } catch {
    return {};
  }
}

function storeGroups(groups: Groups): void {
  try {
    localStorage.setItem(GROUPS_KEY, JSON.stringify(groups));
  } catch {
    // Without storage they are remembered until the page is loaded again.
  }
}
