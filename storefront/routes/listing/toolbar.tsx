import { useRef } from "react";
import type { Facets } from "../../../contract/catalogue.ts";
import { SEARCH_WINDOW } from "../../../contract/limits.ts";
import { indianFigures } from "../../components/figures.ts";
import type { Choices } from "./choices.ts";
import { FilterButton } from "./filter-button.tsx";
import { SortBy } from "./sort-by.tsx";
import { useBelowHeader } from "./use-below-header.ts";

interface ToolbarProps {
  path: string;
  choices: Choices;
  facets: Facets | undefined;
  /** Products that the listing has; unknown while its first page is on its way. */
  total: number | undefined;
  searched: boolean;
}

/** Count, Sort By and Filter on one line that stays: below the header on a desktop, under the thumb on a phone. */
export function Toolbar({ path, choices, facets, total, searched }: ToolbarProps) {
  const line = useRef<HTMLDivElement>(null);
  useBelowHeader(line);
  return (
    <div ref={line} className="sticky bottom-0 z-30 order-last md:top-(--header-edge,0px) md:bottom-auto md:order-none">
      <div className="border-t border-sand bg-paper pb-[env(safe-area-inset-bottom)] md:border-b md:pb-0">
        <div className="container-page flex min-h-14 items-center gap-2 md:min-h-15 md:gap-8">
          <p role="status" className="mr-auto truncate text-small text-bark tabular-nums md:text-body">
            {total !== undefined && countOf(total, searched)}
          </p>
          <SortBy path={path} choices={choices} />
          <FilterButton path={path} choices={choices} facets={facets} />
        </div>
      </div>
    </div>
  );
}

/** A search stops counting at its window. */
function countOf(total: number, searched: boolean): string {
  if (searched && total >= SEARCH_WINDOW) return `${indianFigures(SEARCH_WINDOW)}+ products`;
  return `${indianFigures(total)} ${total === 1 ? "product" : "products"}`;
}
