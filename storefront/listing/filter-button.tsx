import { type ComponentType, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Facets } from "../../contract/catalogue/schemas.ts";
import { PHONE_MAX_WIDTH } from "../../contract/limits.ts";
import type { Query } from "../api/client.ts";
import { FilterIcon } from "../shared/icons.tsx";
import { type Choices, countFilters, type Filters, NO_FILTERS, writeChoices } from "./choices.ts";
import type { FilterPanelProps } from "./filter-panel.tsx";

interface FilterButtonProps {
  path: string;
  scopeQuery: Query;
  choices: Choices;
  facets: Facets | undefined;
  /** What the listing shows, for example "24 products". */
  listedCount: string;
}

/** Loads the panel's code on first use: most shoppers never open it. */
const loadPanel = () => import("./filter-panel.tsx").then(({ FilterPanel }) => FilterPanel);

/**
 * Opens and closes the filter panel: a drop-down on a desktop, beside the page on a tablet, a bottom sheet on a phone. Escape and a click
 * outside close it without applying; Apply and Clear apply and close it.
 */
export function FilterButton({ path, scopeQuery, choices, facets, listedCount }: FilterButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const backdrop = useRef<HTMLDivElement>(null);
  const [Panel, setPanel] = useState<ComponentType<FilterPanelProps>>();
  const [state, setState] = useState<"closed" | "coming" | "open" | "failed">("closed");
  /** Changes at each opening, so that the panel starts from the current filters. */
  const [opening, setOpening] = useState(0);
  const navigate = useNavigate();
  const count = countFilters(choices);
  const open = state === "open";

  const close = () => {
    if (dialog.current?.open) dialog.current.close();
    setState("closed");
    button.current?.focus({ preventScroll: true });
  };
  const toggle = () => {
    if (open) return close();
    setState("coming");
    loadPanel().then(
      (component) => {
        setPanel(() => component);
        setOpening((number) => number + 1);
        setState("open");
      },
      () => setState("failed"),
    );
  };
  const choose = (filters: Filters) => {
    close();
    const before = writeChoices(choices);
    const after = writeChoices({ ...choices, ...filters });
    if (after !== before) navigate(path + after);
  };

  useEffect(() => {
    const panel = dialog.current;
    if (!open || !panel) return;
    if (isPhoneWindow()) return panel.showModal();
    panel.show();
    // Its bar moves up below the header, so that the panel fits and the listing's title is not cut.
    const above = panel.closest("section")?.getBoundingClientRect().top ?? 0;
    if (above > 0) window.scrollBy({ top: above, behavior: "instant" });
  }, [open]);
  useCloseFromOutside(open, [dialog, button, backdrop], close);

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="listing-filter"
        onPointerEnter={() => void loadPanel().catch(() => {})}
        onClick={toggle}
        className="-mr-2 flex min-h-11 items-center gap-1.5 rounded-control px-2 font-semibold aria-expanded:bg-linen aria-expanded:text-leaf md:text-compact noscript:hidden"
      >
        <FilterIcon width="20" height="20" />
        Filter
        {count > 0 && (
          <span className="grid h-5 min-w-5 place-items-center rounded-full bg-leaf px-1 text-xs text-white tabular-nums">
            {count}
            <span className="sr-only"> applied</span>
          </span>
        )}
      </button>
      {state === "failed" && (
        <p
          role="alert"
          className="absolute inset-x-0 bottom-full bg-paper px-4 py-2 text-center text-small text-terracotta md:top-full md:bottom-auto"
        >
          We couldn’t load the filters. Please check your connection and try again.
        </p>
      )}
      {open && (
        <div
          ref={backdrop}
          aria-hidden="true"
          onClick={close}
          className="fixed inset-0 -z-10 hidden bg-ink/25 md:block"
        />
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; keyboard users have Escape and the button */}
      <dialog
        ref={dialog}
        id="listing-filter"
        aria-labelledby="listing-filter-title"
        onClose={() => setState("closed")}
        onClick={(event) => {
          if (event.target === event.currentTarget && isPhoneWindow()) close();
        }}
        className="filter-sheet"
      >
        {Panel && (
          <Panel
            key={opening}
            choices={choices}
            scopeQuery={scopeQuery}
            facets={facets}
            listedCount={listedCount}
            onApply={choose}
            onClear={() => choose(NO_FILTERS)}
            onClose={close}
          />
        )}
      </dialog>
    </>
  );
}

/** Closes the non-modal panel on Escape, a press or focus outside, and when the window becomes narrow. */
function useCloseFromOutside(
  open: boolean,
  elements: readonly { current: HTMLElement | null }[],
  close: () => void,
): void {
  const latest = useRef({ elements, close });
  latest.current = { elements, close };
  useEffect(() => {
    if (!open) return;
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && latest.current.elements.some(({ current }) => current?.contains(target));
    const onOutside = (event: Event) => {
      if (!isInside(event.target)) latest.current.close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      latest.current.close();
    };
    const narrow = window.matchMedia("(max-width: 768px)");
    const onKind = () => latest.current.close();
    document.addEventListener("pointerdown", onOutside);
    document.addEventListener("focusin", onOutside);
    document.addEventListener("keydown", onKey);
    narrow.addEventListener("change", onKind);
    return () => {
      document.removeEventListener("pointerdown", onOutside);
      document.removeEventListener("focusin", onOutside);
      document.removeEventListener("keydown", onKey);
      narrow.removeEventListener("change", onKind);
    };
  }, [open]);
}

function isPhoneWindow(): boolean {
  return window.matchMedia(`(max-width: ${PHONE_MAX_WIDTH}px)`).matches;
}
