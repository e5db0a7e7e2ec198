import { useCallback, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { REVIEW_PAGE_SIZE } from "../../../contract/limits.ts";
import type { Review, ReviewList, ReviewOrder } from "../../../contract/reviews/schemas.ts";
import { api } from "../../api/api.ts";
import { HistoryMemory } from "../../shared/history-memory.ts";

export interface ReviewsState {
  reviews: Review[];
  /** The last loaded page; 0 before the first. */
  page: number;
  totalPages: number;
  total: number;
  order: ReviewOrder;
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
        query: pageQuery(productId, state.order, state.page + 1),
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
  }, [productId, started, state.page, state.order, state.reviews]);

  /** Replaces the list with the first page in another order; the old one stays if that fails. */
  const sort = useCallback(
    async (order: ReviewOrder) => {
      if (isLoading.current) return;
      isLoading.current = true;
      const isCurrent = () => list.current === started;
      setState((before) => ({ ...before, order, status: "loading" }));
      try {
        const first = await api.listReviews({ query: pageQuery(productId, order, 1) });
        if (isCurrent()) setState({ ...added({ ...NOTHING, order }, first), status: "idle" });
      } catch {
        // Load More would append pages of this order to the old list.
        if (isCurrent()) setState((before) => ({ ...before, order: state.order, status: "failed" }));
      } finally {
        if (isCurrent()) isLoading.current = false;
      }
    },
    [productId, started, state.order],
  );

  // A page rendered without reviews requests them after hydration.
  const missing = first === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once; after an error the shopper retries
  useEffect(() => {
    if (missing) void loadMore();
  }, [missing]);

  return { ...state, loadMore, sort };
}

/** Builds the query; omits the default order, so that the request is the same as the loader's. */
const pageQuery = (productId: string, order: ReviewOrder, page: number) => ({
  page,
  perPage: REVIEW_PAGE_SIZE,
  product_id: productId,
  ...(order !== "newest" && { sort: order }),
});

const NOTHING: Omit<ReviewsState, "status"> = { reviews: [], page: 0, totalPages: 1, total: 0, order: "newest" };

/** Appends a history entry's reviews to a fresh first page. */
function mergeCached(first: ReviewList, cached: ReviewsState): Omit<ReviewsState, "status"> {
  // The fresh page is the newest.
  if (cached.order !== "newest") return cached;
  const fresh = added(NOTHING, first);
  const known = new Set(fresh.reviews.map(({ _id }) => _id));
  const more = cached.reviews.filter(({ _id }) => !known.has(_id));
  return { ...fresh, reviews: [...fresh.reviews, ...more], page: Math.max(fresh.page, cached.page) };
}

/** New reviews shift the others to later pages; skips those already shown. */
function added(
  { reviews, order }: Pick<ReviewsState, "reviews" | "order">,
  list: ReviewList,
): Omit<ReviewsState, "status"> {
  const known = new Set(reviews.map(({ _id }) => _id));
  return {
    reviews: [...reviews, ...list.data.filter(({ _id }) => !known.has(_id))],
    page: list.page,
    totalPages: list.totalPages,
    total: list.totalData,
    order,
  };
}
