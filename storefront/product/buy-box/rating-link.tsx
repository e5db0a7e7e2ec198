import { Link } from "react-router";
import { ProductRating } from "../../shared/product/stars.tsx";

/** Shows stars and count, and links to the reviews. */
export function RatingLink({ rating, count }: { rating: number | undefined; count: number }) {
  return (
    <Link
      to="#reviews"
      className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
      onClick={() => {
        // Also moves the focus, since the router only scrolls.
        requestAnimationFrame(() => document.getElementById("reviews-heading")?.focus({ preventScroll: true }));
      }}
    >
      <ProductRating rating={rating} count={count} className="text-compact!" />
    </Link>
  );
}
