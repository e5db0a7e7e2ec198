import { useId } from "react";
import type { ReviewOrder } from "../../../contract/reviews/schemas.ts";
import { ChevronDownIcon } from "../../shared/icons.tsx";

const LABELS: Record<ReviewOrder, string> = {
  newest: "Newest first",
  highest: "Highest rated",
  lowest: "Lowest rated",
};

/** The order of the reviews, as a native menu. */
export function ReviewSort({ order, onSort }: { order: ReviewOrder; onSort: (order: ReviewOrder) => void }) {
  const id = useId();
  return (
    <p className="flex justify-end text-small noscript:hidden">
      <label htmlFor={id} className="sr-only">
        Sort reviews
      </label>
      <span className="relative flex items-center">
        <select
          id={id}
          value={order}
          onChange={(event) => onSort(event.target.value as ReviewOrder)}
          className="min-h-11 appearance-none bg-transparent pr-6 max-md:text-body text-right"
        >
          {Object.entries(LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDownIcon width="16" height="16" className="pointer-events-none absolute right-0 text-bark" />
      </span>
    </p>
  );
}
