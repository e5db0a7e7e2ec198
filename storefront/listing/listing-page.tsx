import { useEffect, useMemo, useRef } from "react";
import { useLocation } from "react-router";
import { NextCategory } from "../product-card/next-category.tsx";
import { atLeast } from "../shared/numbers.ts";
import { useShop } from "../shared/shop-context.ts";
import { isByPrice, isNarrowed } from "./choices.ts";
import { FilterChips } from "./filter-chips.tsx";
import { ListingIntro } from "./listing-intro.tsx";
import { choicesOf, listingQueryOf } from "./listing-query.ts";
import type { ListingData } from "./load-listing.ts";
import { endsEarly, hasMore, lastList, productsOf } from "./loaded-pages.ts";
import { MoreProducts } from "./more-products.tsx";
import { ListingError, NoProducts } from "./no-products.tsx";
import { NoResultSuggestions } from "./no-result-suggestions.tsx";
import { NoteTile } from "./note-tile.tsx";
import { PreviousPage } from "./previous-page.tsx";
import { ProductGrid, SkeletonGrid } from "./product-grid.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useListing } from "./use-listing.ts";
import { useTypedSearch } from "./use-search.ts";

/** Number of products from which a note's tile stands between them. */
const TILE_FROM = 16;

/** The page of every listing: all products, best sellers, deals and categories. */
export function ListingPage({ scope, first }: ListingData) {
  const { search: query } = useLocation();
  const { sellsImports } = useShop();
  const searchParams = useMemo(() => new URLSearchParams(query), [query]);
  const listingQuery = useMemo(
    () => listingQueryOf(scope, searchParams, sellsImports),
    [scope, searchParams, sellsImports],
  );
  const choices = useMemo(() => choicesOf(scope, searchParams, sellsImports), [scope, searchParams, sellsImports]);
  const { search } = choices;
  const typing = useTypedSearch(scope.path, choices);
  const listing = useListing(listingQuery, first);
  const { pages, failed, lastAdded } = listing;
  useTopWhenSearched(search);

  const products = useMemo(() => (pages ? productsOf(pages) : []), [pages]);
  const facets = pages && lastList(pages).facets;
  const counted = pages && failed?.page !== "first" ? lastList(pages) : undefined;
  const total = counted && atLeast(counted.totalData, counted.totalRelation);
  const stale = listing.stale || typing;
  const isNothing = search !== "" && counted?.totalData === 0 && !isNarrowed(choices);

  return (
    <>
      <ListingIntro scope={scope} choices={choices} found={counted} isNothing={isNothing} products={products} />
      {!isNothing && (
        <section aria-label="Products" className="flex flex-col">
          <Toolbar
            path={scope.path}
            scopeQuery={scope.query}
            choices={choices}
            facets={facets}
            stale={stale}
            counted={counted}
          />
          <div className="container-page pt-8 pb-8">
            <FilterChips path={scope.path} choices={choices} />
            {failed?.page === "first" ? (
              <ListingError why={failed.why} onRetry={listing.retry} />
            ) : !pages ? (
              <SkeletonGrid />
            ) : products.length === 0 ? (
              <NoProducts path={scope.path} choices={choices} stale={stale} />
            ) : (
              <>
                <PreviousPage path={scope.path} choices={choices} page={pages.lists[0].page} />
                <ProductGrid
                  products={products}
                  stale={stale}
                  kind={scope.kind}
                  byPrice={isByPrice(choices)}
                  search={search}
                  more={!stale && hasMore(pages) && failed?.page !== "more"}
                  last={
                    !stale &&
                    !hasMore(pages) && (
                      <NextCategory
                        cards={products.length}
                        columns={4}
                        after={scope.category?.parent?.slug ?? scope.category?.slug}
                      />
                    )
                  }
                  tile={
                    search === "" &&
                    products.length >= TILE_FROM && (
                      <NoteTile
                        path={scope.path}
                        choices={choices}
                        facets={lastList(pages).facets}
                        products={products}
                      />
                    )
                  }
                >
                  {!stale && hasMore(pages) && (
                    <MoreProducts
                      path={scope.path}
                      choices={choices}
                      page={lastList(pages).page + 1}
                      failed={failed?.why}
                      onLoad={listing.loadMore}
                      onRetry={listing.retry}
                    />
                  )}
                  {!stale && endsEarly(pages) && (
                    <p className="mt-10 text-center text-bark">
                      This is as far as one list goes. Use the filters or search to see the other products.
                    </p>
                  )}
                </ProductGrid>
              </>
            )}
          </div>
        </section>
      )}
      {pages && products.length === 0 && failed?.page !== "first" && search && <NoResultSuggestions />}
      <p role="status" className="sr-only">
        {stale || !pages
          ? ""
          : isNothing
            ? "0 products"
            : lastAdded > 0
              ? `${lastAdded} more products loaded, ${products.length} of ${total} shown`
              : ""}
      </p>
    </>
  );
}

/** Scrolls to the top when the search text changes. */
function useTopWhenSearched(search: string): void {
  const last = useRef(search);
  useEffect(() => {
    if (last.current !== search) window.scrollTo({ top: 0, behavior: "instant" });
    last.current = search;
  }, [search]);
}
