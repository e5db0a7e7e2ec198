import { Link } from "react-router";
import { ProductRating } from "../../shared/product/stars.tsx";

/** The stars with their count; they lead to what was written. */
export function RatingLink({ rating, count }: { rating: number | undefined; count: number }) {
  return (
    <Link
      to="#reviews"
      className="inline-flex min-h-11 items-center underline-offset-4 hover:underline"
      onClick={() => {
        // The keyboard goes along; the router scrolls, but leaves the focus here.
        requestAnimationFrame(() => document.getElementById("reviews-heading")?.focus({ preventScroll: true }));
      }}
    >
      <ProductRating rating={rating} count={count} className="text-[0.9375rem]!" />
    </Link>
  );
}
