import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { api } from "../api/api.ts";
import { type RequestError, toRequestError } from "../api/request.ts";
import { type ListingQuery, requestPage } from "./listing-query.ts";
import { hasMore, type LoadedPages, lastList, onPagesStored, recallPages, storePages } from "./loaded-pages.ts";

export interface Listing {
  /** Undefined while the very first page is loading. */
  pages: LoadedPages | undefined;
  /** Whether `pages` belong to an earlier query and will be replaced. */
  stale: boolean;
  /** The page that could not be loaded, and why. */
  failed: { page: "first" | "more"; why: RequestError } | undefined;
  /** The number of products added last, for screen readers. */
  lastAdded: number;
  loadMore: () => void;
  retry: () => void;
}

/** Requests a listing's pages: the first replaces the list, later ones append, and responses to an earlier query are ignored. */
export function useListing(listingQuery: ListingQuery, rendered: LoadedPages | null): Listing {
  const { key } = useLocation();
  const cached = useSyncExternalStore(
    onPagesStored,
    () => recallPages(key),
    () => undefined,
  );
  const [shown, setShown] = useState<LoadedPages>();
  const pages = [cached, rendered, shown].find((loaded) => loaded?.listingQuery === listingQuery.text) ?? undefined;
  if (pages && pages !== shown) setShown(pages);

  const [error, setError] = useState<NonNullable<Listing["failed"]> & { listingQuery: string }>();
  const [attempt, setAttempt] = useState(0);
  const [lastAdded, setLastAdded] = useState(0);
  const more = useRef<AbortController>(null);

  useEffect(() => {
    if (pages) storePages(key, pages);
  }, [key, pages]);

  const missing = pages === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the query by its text; each attempt requests again
  useEffect(() => {
    setLastAdded(0);
    // A query that failed before is requested again on return.
    setError(undefined);
    if (!missing) return;
    const abort = new AbortController();
    requestPage(api, listingQuery, listingQuery.startPage, abort.signal).then(
      (list) => {
        if (!abort.signal.aborted) storePages(key, { listingQuery: listingQuery.text, lists: [list] });
      },
      (error: unknown) => {
        if (!abort.signal.aborted)
          setError({ listingQuery: listingQuery.text, page: "first", why: toRequestError(error) });
      },
    );
    return () => abort.abort();
  }, [key, listingQuery.text, missing, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pending page belongs to one history entry and one query
  useEffect(
    () => () => {
      more.current?.abort();
      more.current = null;
    },
    [key, listingQuery.text],
  );

  const loadMore = useCallback(() => {
    if (!pages || !hasMore(pages) || more.current) return;
    const abort = new AbortController();
    more.current = abort;
    setError(undefined);
    requestPage(api, listingQuery, lastList(pages).page + 1, abort.signal)
      .then(
        (list) => {
          if (abort.signal.aborted) return;
          storePages(key, { ...pages, lists: [...pages.lists, list] });
          setLastAdded(list.data.length);
        },
        (error: unknown) => {
          if (!abort.signal.aborted)
            setError({ listingQuery: listingQuery.text, page: "more", why: toRequestError(error) });
        },
      )
      .finally(() => {
        if (more.current === abort) more.current = null;
      });
  }, [key, pages, listingQuery]);

  const failed = error?.listingQuery === listingQuery.text ? error : undefined;
  const retry = useCallback(() => {
    setError(undefined);
    if (failed?.page === "more") loadMore();
    else setAttempt((count) => count + 1);
  }, [failed, loadMore]);

  return { pages: pages ?? shown, stale: missing && shown !== undefined, failed, lastAdded, loadMore, retry };
}
