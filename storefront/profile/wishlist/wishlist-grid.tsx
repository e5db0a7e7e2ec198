import type { ProductSummary } from "../../../contract/catalogue/schemas.ts";
import { NextCategory } from "../../product-card/next-category.tsx";
import { ProductCard } from "../../product-card/product-card.tsx";
import { SkeletonCard } from "../../product-card/skeleton-card.tsx";
import { SavedSize } from "../../wishlist/saved-size.tsx";
import { WishlistToggle } from "../../wishlist/wishlist-toggle.tsx";
import type { WishlistDraft } from "./use-wishlist-draft.ts";

const SIZES = "(min-width: 1344px) 294px, (min-width: 1024px) 22vw, (min-width: 640px) 30vw, 46vw";
/** About a window full. */
const SKELETONS = 6;

interface WishlistGridProps {
  products: readonly ProductSummary[];
  draft: Pick<WishlistDraft, "sizes" | "removed" | "toggle">;
}

export function WishlistGrid({ products, draft: { sizes, removed, toggle } }: WishlistGridProps) {
  return (
    <ul aria-label="All Products" className="card-grid">
      {products.map((product) => (
        <li key={product._id}>
          <ProductCard
            product={product}
            sizes={SIZES}
            headingLevel="h2"
            hasWideButton
            heart={
              <WishlistToggle
                title={product.title}
                inWishlist={!removed.has(product._id)}
                onToggle={() => toggle(product._id)}
              />
            }
          >
            <SavedSize slug={product.slug} saved={sizes.find(({ product_id }) => product_id === product._id)} />
          </ProductCard>
        </li>
      ))}
      <NextCategory cards={products.length} columns={3} />
    </ul>
  );
}

export function WishlistSkeleton() {
  return (
    <div aria-busy="true">
      <div aria-hidden="true" className="card-grid">
        {Array.from({ length: SKELETONS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
          <SkeletonCard key={index} />
        ))}
      </div>
      <p className="sr-only">Loading your wishlist…</p>
    </div>
  );
}
