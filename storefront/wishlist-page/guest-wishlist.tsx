import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { NextCategory } from "../product-card/next-category.tsx";
import { ProductCard } from "../product-card/product-card.tsx";
import { SkeletonCard } from "../product-card/skeleton-card.tsx";
import { sessionStore } from "../session/session.ts";
import { PageNeedsScript } from "../shared/needs-script.tsx";
import { useStore } from "../shared/store.ts";
import { EmptyWishlist } from "../wishlist/empty-wishlist.tsx";
import { SavedSize } from "../wishlist/saved-size.tsx";
import { WishlistButton } from "../wishlist/wishlist-button.tsx";
import { WISHLIST_PATH } from "../wishlist/wishlist-link.tsx";
import { useGuestWishlist } from "./use-guest-wishlist.ts";

const GRID = "card-grid in-4";
const SIZES = "(min-width: 1200px) 302px, (min-width: 640px) 30vw, 46vw";
/** About a window full. */
const SKELETONS = 4;

/** Shows a guest's wishlist, which this browser stores. Customers are redirected to the profile. */
export function GuestWishlist() {
  const { session } = useStore(sessionStore);
  const navigate = useNavigate();
  const isCustomer = session !== null;
  useEffect(() => {
    if (isCustomer) void navigate(WISHLIST_PATH, { replace: true });
  }, [isCustomer, navigate]);

  const { products, sizes, failed, retry } = useGuestWishlist();
  return (
    <div className="container-page min-h-svh py-6 md:py-12">
      <h1 className="text-heading">Wishlist</h1>
      {failed ? (
        <div role="alert" className="mt-6 grid justify-items-start gap-4">
          <p className="text-bark">We couldn’t load your wishlist. {failed.message}</p>
          <button type="button" className="button-primary" onClick={retry}>
            Try again
          </button>
        </div>
      ) : products?.length === 0 ? (
        <EmptyWishlist />
      ) : (
        <>
          <p className="mt-2 mb-7 text-bark">
            Saved in this browser only.{" "}
            <Link to="/login" state={{ from: WISHLIST_PATH }} className="font-semibold text-leaf text-link">
              Log in
            </Link>{" "}
            to keep your wishlist on all your devices.
          </p>
          {products ? (
            <ul aria-label="Your wishlist" className={GRID}>
              {products.map((product) => {
                const saved = sizes.find(({ product_id }) => product_id === product._id);
                return (
                  <li key={product._id}>
                    <ProductCard
                      product={product}
                      sizes={SIZES}
                      headingLevel="h2"
                      // Added again, it has its size again.
                      heart={
                        <WishlistButton productId={product._id} title={product.title} variantId={saved?.variant_id} />
                      }
                    >
                      <SavedSize slug={product.slug} saved={saved} />
                    </ProductCard>
                  </li>
                );
              })}
              <NextCategory cards={products.length} columns={4} />
            </ul>
          ) : (
            <Loading />
          )}
        </>
      )}
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy="true">
      <div aria-hidden="true" className={`noscript:hidden ${GRID}`}>
        {Array.from({ length: SKELETONS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are identical
          <SkeletonCard key={index} />
        ))}
      </div>
      <p className="sr-only noscript:hidden">Loading your wishlist…</p>
      <PageNeedsScript />
    </div>
  );
}
