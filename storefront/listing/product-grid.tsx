import { Fragment, memo, type ReactNode } from "react";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { LISTING_PAGE_SIZE } from "../../contract/limits.ts";
import { ProductCard } from "../product-card/product-card.tsx";
import { SkeletonCard } from "../product-card/skeleton-card.tsx";
import type { ListingScope } from "./scope.ts";

/** The first row, of a phone or a tablet: its pictures load first. */
const FIRST_CARDS = 3;
/** At least as many as a phone shows without scrolling. */
const FIRST_VIEW = 6;
const GRID = "grid grid-cols-2 gap-x-4 gap-y-9 sm:grid-cols-3 md:gap-x-6 md:gap-y-12 xl:grid-cols-4";
const SIZES = "(min-width: 1344px) 302px, (min-width: 1200px) 23vw, (min-width: 640px) 30vw, 46vw";

/** Cards do not render again when others are added. */
const Card = memo(ProductCard);

interface ProductGridProps {
  products: readonly ProductSummary[];
  /** About to be replaced by others. */
  outdated: boolean;
  kind: ListingScope["kind"];
  /** List items between the cards, by the number of cards before them. */
  tiles: ReadonlyMap<number, ReactNode>;
  /** Shown after the last card. */
  children: ReactNode;
}

export function ProductGrid({ products, outdated, kind, tiles, children }: ProductGridProps) {
  return (
    <div aria-busy={outdated} className={`transition-opacity duration-150 ${outdated ? "opacity-45" : ""}`}>
      <ul id="listing-grid" className={GRID}>
        {products.map((product, index) => (
          <Fragment key={product._id}>
            <li className={index < FIRST_VIEW ? undefined : "later [--later-height:25rem]"}>
              <Card
                product={product}
                sizes={SIZES}
                priority={index < FIRST_CARDS}
                headingLevel="h2"
                deal={kind === "deals"}
                badge={kind !== "bestsellers"}
              />
            </li>
            {tiles.get(index + 1)}
          </Fragment>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** Placeholders in their final size. */
export function SkeletonGrid() {
  return (
    <ul aria-label="Loading products…" aria-busy="true" className={GRID}>
      {Array.from({ length: LISTING_PAGE_SIZE }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
        <li key={index}>
          <SkeletonCard />
        </li>
      ))}
    </ul>
  );
}
