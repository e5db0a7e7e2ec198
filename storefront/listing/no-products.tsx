import { Link } from "react-router";
import type { RequestError } from "../api/request.ts";
import { EmptyState, LineDrawing } from "../shared/empty-state.tsx";
import { type Choices, isNarrowed, NO_FILTERS, writeChoices } from "./choices.ts";

interface NoProductsProps {
  path: string;
  choices: Choices;
  stale: boolean;
}

/** Explains why nothing matches the filters and links back. A search that finds nothing says so in the listing's title. */
export function NoProducts({ path, choices, stale }: NoProductsProps) {
  const { search } = choices;
  const narrowed = isNarrowed(choices);
  const reason = !narrowed
    ? "There’s nothing here at the moment. New batches arrive all the time."
    : search
      ? `Nothing we make goes by “${search}” with these filters. Try removing one or two.`
      : "Nothing matches all of these filters. Try removing one or two.";
  const [to, label] = narrowed
    ? [
        path + writeChoices({ ...choices, ...NO_FILTERS, search: "" }),
        search ? "Clear search and filters" : "Clear filters",
      ]
    : ["/products", "See all products"];
  return (
    <EmptyState
      title="No Product Found"
      drawing={<BottleWithLeaf />}
      action={
        <Link to={to} className="button-primary">
          {label}
        </Link>
      }
      className={`transition-opacity duration-150 ${stale ? "opacity-45" : ""}`}
    >
      {reason}
    </EmptyState>
  );
}

/** The error of loading the first page. */
export function ListingError({ why, onRetry }: { why: RequestError; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title="We couldn’t load the products"
        drawing={<BottleWithLeaf />}
        action={
          <button type="button" className="button-primary" onClick={onRetry}>
            Try again
          </button>
        }
      >
        {why.message} Your search and filters are still in place.
      </EmptyState>
    </div>
  );
}

/** Draws an empty perfume bottle with a leaf. */
function BottleWithLeaf() {
  return (
    <LineDrawing height={120}>
      <path d="M46 52c0-6 5-10 11-10h22c6 0 11 4 11 10v44c0 6-4 10-10 10H56c-6 0-10-4-10-10V52Z" />
      <path d="M60 42V30h16v12M57 30V18c0-2 1-3 3-3h16c2 0 3 1 3 3v12H57Z" />
      <path d="M54 94c5 3 9-2 14 0s9 3 14 0" opacity=".55" />
      <path d="M106 106c-2-18 4-30 18-36 2 16-4 30-18 36Zm0 0c4-10 8-18 13-26" />
      <path d="M30 66v6m-3-3h6M22 40v4m-2-2h4M108 40v6m-3-3h6" opacity=".7" />
      <path d="M16 106h108" />
    </LineDrawing>
  );
}
