import { useRef } from "react";
import { Link } from "react-router";
import type { Facets, ProductList } from "../../contract/catalogue/schemas.ts";
import type { Query } from "../api/client.ts";
import { productCount } from "../shared/numbers.ts";
import { type Choices, hasImports, type SortName, writeChoices } from "./choices.ts";
import { FilterButton } from "./filter-button.tsx";
import { SortBy } from "./sort-by.tsx";
import { useBelowHeader } from "./use-below-header.ts";

interface ToolbarProps {
  path: string;
  scopeQuery: Query;
  choices: Choices;
  facets: Facets | undefined;
  /** Whether the listing is about to be replaced: its count is not that of the choices. */
  stale: boolean;
  /** The page that counts the listing's products; unknown while the first one is loading. */
  counted: Pick<ProductList, "totalData" | "totalRelation"> | undefined;
}

/** Shows count, Sort By and Filter in one sticky line: below the header on a desktop, at the bottom on a phone. */
export function Toolbar({ path, scopeQuery, choices, facets, stale, counted }: ToolbarProps) {
  const line = useRef<HTMLDivElement>(null);
  useBelowHeader(line);
  const listedCount = (of?: string) =>
    counted ? productCount(counted.totalData, { relation: counted.totalRelation, kind: of }) : "";
  const kind = choices.sort && NARROWING[choices.sort];
  // Until the new products have arrived it counts those that are shown.
  const shownCount = useRef("");
  if (!stale) shownCount.current = listedCount(kind);
  return (
    <div
      ref={line}
      data-bottom-bar
      className="sticky bottom-0 z-30 order-last md:top-(--header-edge,0px) md:bottom-auto md:order-none"
    >
      <div className="border-t border-sand bg-paper pb-[env(safe-area-inset-bottom)] md:border-b md:pb-0">
        <div className="container-page flex min-h-14 items-center gap-2 md:min-h-15 md:gap-8">
          <p className="mr-auto min-w-0 text-small text-bark tabular-nums md:text-body">
            <span role="status">{shownCount.current}</span>
            {kind && (
              <>
                <span aria-hidden="true"> · </span>
                <Link to={path + writeChoices({ ...choices, sort: undefined })} className="text-leaf text-link">
                  Show all <span className="max-sm:sr-only">products</span>
                </Link>
              </>
            )}
          </p>
          <SortBy path={path} choices={choices} byOrigin={hasImports(facets)} />
          <FilterButton
            path={path}
            scopeQuery={scopeQuery}
            choices={choices}
            facets={facets}
            listedCount={stale ? "" : listedCount()}
          />
        </div>
      </div>
    </div>
  );
}

/** Two entries of Sort By list fewer products (R11), so the count says what it counts (R35). */
const NARROWING: Partial<Record<SortName, string>> = { featured: "featured", bestselling: "best-selling" };
