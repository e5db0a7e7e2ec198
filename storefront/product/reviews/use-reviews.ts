import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { REVIEW_PAGE_SIZE } from "../../../contract/limits.ts";
import type { Review, ReviewList } from "../../../contract/reviews/schemas.ts";
import { api } from "../../api/api.ts";
import { HistoryMemory } from "../../shared/history-memory.ts";

export interface ReviewsState {
  reviews: Review[];
  /** The last loaded page; 0 before the first. */
  page: number;
  totalPages: number;
  total: number;
  status: "idle" | "loading" | "failed";
}

const loadedReviews = new HistoryMemory<ReviewsState>();

/** A product's reviews, page by page. Back navigation restores the loaded pages. */
export function useReviews(productId: string, first: ReviewList | null) {
  const { key } = useLocation();
  const [state, setState] = useState<ReviewsState>(() => {
    if (!first) return { ...NOTHING, status: "loading" };
    const cached = loadedReviews.recall(key);
    return { ...(cached ? mergeCached(first, cached) : added(NOTHING, first)), status: "idle" };
  });
  // The first page was read again, for instance after a review was written: the list restarts with it.
  const [started, setStarted] = useState(first);
  if (first !== started) {
    setStarted(first);
    if (first) setState({ ...added(NOTHING, first), status: "idle" });
  }
  useEffect(() => {
    if (state.status === "idle") loadedReviews.store(key, state);
  }, [key, state]);
  // A double click loads one page. When the list restarts, a pending request belongs to the old one.
  const isLoading = useRef(false);
  const list = useRef(started);
  useEffect(() => {
    list.current = started;
    isLoading.current = false;
  }, [started]);

  /** Loads the next page. Returns its new reviews, or null if the request failed or one was pending already. */
  const loadMore = useCallback(async (): Promise<Review[] | null> => {
    if (isLoading.current) return null;
    isLoading.current = true;
    const isCurrent = () => list.current === started;
    setState((before) => ({ ...before, status: "loading" }));
    try {
      const next = await api.listReviews({
        query: { page: state.page + 1, perPage: REVIEW_PAGE_SIZE, product_id: productId },
      });
      if (!isCurrent()) return null;
      const known = new Set(state.reviews.map(({ _id }) => _id));
      setState((before) => ({ ...added(before, next), status: "idle" }));
      return next.data.filter(({ _id }) => !known.has(_id));
    } catch {
      if (isCurrent()) setState((before) => ({ ...before, status: "failed" }));
      return null;
    } finally {
      if (isCurrent()) isLoading.current = false;
    }
  }, [productId, started, state.page, state.reviews]);

  // A page rendered without reviews requests them after hydration.
  const missing = first === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once; after an error the shopper retries
  useEffect(() => {
    if (missing) void loadMore();
  }, [missing]);

  return { ...state, loadMore };
}

const NOTHING: Omit<ReviewsState, "status"> = { reviews: [], page: 0, totalPages: 1, total: 0 };

/** A history entry's reviews, appended to a fresh first page. */
function mergeCached(first: ReviewList, cached: ReviewsState): Omit<ReviewsState, "status"> {
  const fresh = added(NOTHING, first);
  const known = new Set(fresh.reviews.map(({ _id }) => _id));
  const more = cached.reviews.filter(({ _id }) => !known.has(_id));
  return { ...fresh, reviews: [...fresh.reviews, ...more], page: Math.max(fresh.page, cached.page) };
}

/** New reviews shift the others to later pages; skips those already shown. */
function added({ reviews }: Pick<ReviewsState, "reviews">, list: ReviewList): Omit<ReviewsState, "status"> {
  const known = new Set(reviews.map(({ _id }) => _id));
  return {
    reviews: [...reviews, ...list.data.filter(({ _id }) => !known.has(_id))],
    page: list.page,
    totalPages: list.totalPages,
    total: list.totalData,
  };
}
