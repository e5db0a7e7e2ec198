import { useCallback, useEffect, useRef, useState } from "react";
import type { Review, ReviewList } from "../../../contract/reviews.ts";
import { browserApi } from "../../api/api.ts";

export interface ReviewsState {
  reviews: Review[];
  /** The last page that is here; 0 before the first. */
  page: number;
  totalPages: number;
  total: number;
  status: "idle" | "loading" | "failed";
}

/** A product's reviews, page after page (S4.53). */
export function useReviews(productId: string, first: ReviewList | null) {
  const [state, setState] = useState<ReviewsState>(() =>
    first ? { ...added(NOTHING, first), status: "idle" } : { ...NOTHING, status: "loading" },
  );
  // The page was read anew, as after a review was written: the list begins anew with it.
  const [begun, setBegun] = useState(first);
  if (first !== begun) {
    setBegun(first);
    if (first) setState({ ...added(NOTHING, first), status: "idle" });
  }
  // Two clicks at once are one page.
  const underway = useRef(false);

  /** Fetches the next page. Gives back the reviews that are new, or null when it failed or was underway already. */
  const loadMore = useCallback(async (): Promise<Review[] | null> => {
    if (underway.current) return null;
    underway.current = true;
    setState((before) => ({ ...before, status: "loading" }));
    try {
      const list = await browserApi.listReviews(productId, state.page + 1);
      const known = new Set(state.reviews.map(({ _id }) => _id));
      setState((before) => ({ ...added(before, list), status: "idle" }));
      return list.data.filter(({ _id }) => !known.has(_id));
    } catch {
      setState((before) => ({ ...before, status: "failed" }));
      return null;
    } finally {
      underway.current = false;
    }
  }, [productId, state.page, state.reviews]);

  // A page that was made without its reviews asks for them once it is alive.
  const missing = first === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once; after a failure the shopper asks
  useEffect(() => {
    if (missing) void loadMore();
  }, [missing]);

  return { ...state, loadMore };
}

const NOTHING: Omit<ReviewsState, "status"> = { reviews: [], page: 0, totalPages: 1, total: 0 };

/** A review that was written meanwhile moves the others on by one; what came before is not shown twice. */
function added({ reviews }: Pick<ReviewsState, "reviews">, list: ReviewList): Omit<ReviewsState, "status"> {
  const known = new Set(reviews.map(({ _id }) => _id));
  return {
    reviews: [...reviews, ...list.data.filter(({ _id }) => !known.has(_id))],
    page: list.page,
    totalPages: list.totalPages,
    total: list.totalData,
  };
}
