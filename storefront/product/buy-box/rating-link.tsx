import { Link } from "react-router";
import { ProductRating } from "../../shared/product/stars.tsx";

/** Stars and count, linked to the reviews. */
export function RatingLink({ rating, count }: { rating: number | undefined; count: number }) {
  return (
    <Link
      to="#reviews"
      className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
      onClick={() => {
        // Moves the focus, too; the router only scrolls.
        requestAnimationFrame(() => document.getElementById("reviews-heading")?.focus({ preventScroll: true }));
      }}
    >
      <ProductRating rating={rating} count={count} className="text-[0.9375rem]!" />
    </Link>
  );
}
