import { Fragment, memo, type ReactNode } from "react";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { LISTING_PAGE_SIZE } from "../../contract/limits.ts";
import { ProductCard } from "../product-card/product-card.tsx";
import { SkeletonCard } from "../product-card/skeleton-card.tsx";
import type { ListingScope } from "./scope.ts";
import { hiddenNote } from "./searched-note.ts";

/** Number of cards in the first row of a phone or tablet, whose pictures load first. */
const FIRST_CARDS = 3;
/** At least as many cards as a window shows without scrolling, and whole rows in two, three and four columns. */
const FIRST_VIEW = 12;
/** Cards before the tile: whole rows in two, three and four columns. */
const BEFORE_TILE = 12;
/** Placeholders of the next page: a row in the widest window. */
const NEXT = 4;
const GRID = "card-grid in-4";
const SIZES = "(min-width: 1344px) 302px, (min-width: 1200px) 23vw, (min-width: 640px) 30vw, 46vw";

/** Memoised, so that adding cards does not render the others again. */
const Card = memo(ProductCard);

interface ProductGridProps {
  products: readonly ProductSummary[];
  /** Whether other products are about to replace these. */
  stale: boolean;
  kind: ListingScope["kind"];
  /** Whether it is ordered or filtered by price. */
  byPrice: boolean;
  /** What was searched, if anything. */
  search: string;
  /** Whether the next page is about to be loaded. */
  more: boolean;
  /** A list item between the cards. */
  tile: ReactNode;
  /** A list item after the last card. */
  last: ReactNode;
  /** Shown below the cards. */
  children: ReactNode;
}

export function ProductGrid({ products, stale, kind, byPrice, search, more, tile, last, children }: ProductGridProps) {
  return (
    <div aria-busy={stale} className={`transition-opacity duration-150 ${stale ? "opacity-45" : ""}`}>
      <ul id="listing-grid" className={GRID}>
        {products.map((product, index) => {
          const note = search && hiddenNote(search, product);
          return (
            <Fragment key={product._id}>
              <li className={index < FIRST_VIEW ? undefined : "later [--later-height:25rem]"}>
                <Card
                  product={product}
                  sizes={SIZES}
                  priority={index < FIRST_CARDS}
                  headingLevel="h2"
                  badge={kind !== "bestsellers"}
                  byPrice={byPrice}
                  reason={note ? `with ${note.toLowerCase()}` : undefined}
                />
              </li>
              {index + 1 === BEFORE_TILE && tile}
            </Fragment>
          );
        })}
        {more ? <SkeletonCards count={NEXT} /> : last}
      </ul>
      {children}
    </div>
  );
}

/** Shows placeholders in the cards' final size. */
export function SkeletonGrid() {
  return (
    <ul aria-label="Loading products…" aria-busy="true" className={GRID}>
      <SkeletonCards count={LISTING_PAGE_SIZE} />
    </ul>
  );
}

function SkeletonCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
    <li key={index} aria-hidden="true" className="[overflow-anchor:none] noscript:hidden">
      <SkeletonCard />
    </li>
  ));
}
