import { formatIndianNumber } from "../../shared/numbers.ts";
import { Stars } from "../../shared/product/stars.tsx";
import { Bar } from "./bar.tsx";

interface RatingSummaryProps {
  rating: number;
  count: number;
  /** The number of ratings with 1, 2, 3, 4 and 5 stars. */
  ratingCounts: number[];
}

/** Shows the average and the number of ratings per star. */
export function RatingSummary({ rating, count, ratingCounts }: RatingSummaryProps) {
  const all = Math.max(
    1,
    ratingCounts.reduce((sum, number) => sum + number, 0),
  );
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-4">
        <p className="font-display text-[3.5rem] leading-none tabular-nums">{rating.toFixed(1)}</p>
        <div>
          <Stars rating={rating} className="text-lg" />
          <p className="text-small text-bark">
            from {formatIndianNumber(count)} {count === 1 ? "review" : "reviews"}
          </p>
        </div>
      </div>
      <ol className="mt-5 grid grid-cols-[3.5rem_minmax(0,1fr)_minmax(1.75rem,auto)] gap-x-3 gap-y-2 text-small tabular-nums">
        {[5, 4, 3, 2, 1].map((stars) => {
          const number = ratingCounts[stars - 1] ?? 0;
          return (
            <li key={stars} className="col-span-full grid grid-cols-subgrid items-center">
              <span>
                {stars} {stars === 1 ? "star" : "stars"}
              </span>
              <Bar share={number / all} />
              <span className="text-right text-bark">
                {formatIndianNumber(number)}
                <span className="sr-only"> {number === 1 ? "review" : "reviews"}</span>
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
