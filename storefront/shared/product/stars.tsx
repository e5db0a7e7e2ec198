import type { ProductSummary } from "../../../contract/catalogue/schemas.ts";
import { formatIndianNumber } from "../numbers.ts";
import { useShop } from "../shop-context.ts";

/** Stars from 0 to 5, filled by tenths. */
export function Stars({ rating, label, className = "" }: { rating: number; label?: string; className?: string }) {
  const filled = filledWidth(rating);
  return (
    <svg
      viewBox="0 0 100 20"
      className={`h-[1em] w-[5em] shrink-0 ${className}`}
      role="img"
      aria-label={label ?? `${rating} out of 5 stars`}
    >
      <path d={STARS} fill="none" strokeWidth="1.1" className="stroke-control" />
      {/* The inner svg clips at its width. */}
      <svg width={filled} height="20" viewBox={`0 0 ${filled} 20`} aria-hidden="true">
        <path d={STARS} className="fill-brass" />
      </svg>
    </svg>
  );
}

const STAR = [
  [10, 1.6],
  [12.6, 7.1],
  [18.6, 7.9],
  [14.2, 12.1],
  [15.3, 18.1],
  [10, 15.2],
  [4.7, 18.1],
  [5.8, 12.1],
  [1.4, 7.9],
  [7.4, 7.1],
] as const;
const STAR_PATHS = [0, 20, 40, 60, 80].map(
  (left) => `M${STAR.map(([x, y]) => `${(x + left).toFixed(1)} ${y}`).join("L")}Z`,
);
const STARS = STAR_PATHS.join("");

/** Returns the filled width. Each star takes 20 units, of which the drawing fills 17.2 in the middle. */
function filledWidth(rating: number): number {
  const whole = Math.floor(rating);
  return whole * 20 + (rating > whole ? 1.4 + (rating - whole) * 17.2 : 0);
}

/** A star with a product's rating and its number of reviews; a product without ratings shows the shop's default rating. */
export function ProductRating({
  rating,
  count,
  className = "",
}: {
  rating: number | undefined;
  count: number;
  className?: string;
}) {
  const { defaultRating } = useShop();
  const shown = rating ?? defaultRating;
  if (shown === 0) return null;
  return (
    <span
      role="img"
      aria-label={`${shown} out of 5 stars, ${formatIndianNumber(count)} ${count === 1 ? "review" : "reviews"}`}
      className={`inline-flex flex-wrap items-baseline gap-x-1 text-tiny text-bark tabular-nums ${className}`}
    >
      <svg viewBox="0 0 20 20" className="relative -top-[0.5px] size-[1.1em] self-center fill-brass" aria-hidden="true">
        <path d={STAR_PATHS[0]} />
      </svg>
      <span>{shown}</span>
      <span>({formatIndianNumber(count)})</span>
    </span>
  );
}

/** Returns the number of ratings: `review`, else `reviews`, else 0. */
export function reviewCount({ review, reviews }: Partial<Pick<ProductSummary, "review" | "reviews">>): number {
  return review ?? reviews ?? 0;
}
