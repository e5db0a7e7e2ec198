import { type MouseEvent, useEffect, useRef } from "react";
import type { RequestError } from "../api/request.ts";
import { AlertIcon } from "../shared/icons.tsx";
import { type Choices, writeChoices } from "./choices.ts";

interface MoreProductsProps {
  path: string;
  choices: Choices;
  /** The number of the next page. */
  page: number;
  failed: RequestError | undefined;
  onLoad: () => void;
  onRetry: () => void;
}

/** How far below the window the next page starts loading. */
const LOAD_MARGIN = "0px 0px 480px 0px";

/**
 * "Loading more..." after the last card, while more pages exist: loads the next page when it is nearly visible. It is a link to that page,
 * for the keyboard and for browsers without JavaScript.
 */
export function MoreProducts({ path, choices, page, failed, onLoad, onRetry }: MoreProductsProps) {
  const marker = useRef<HTMLAnchorElement>(null);
  const requestFocus = useFocusOnNew(page);

  const load = useRef(onLoad);
  load.current = onLoad;
  // biome-ignore lint/correctness/useExhaustiveDependencies: observes again for each page, since the marker may still be near
  useEffect(() => {
    if (failed || !marker.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), {
      rootMargin: LOAD_MARGIN,
    });
    observer.observe(marker.current);
    return () => observer.disconnect();
  }, [page, failed]);

  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    requestFocus();
    onLoad();
  };
  const retry = () => {
    requestFocus();
    onRetry();
  };

  return (
    // Not an anchor, which would scroll along when the next cards come before it, and load the page after them at once.
    <div className="mt-6 grid min-h-16 place-items-center [overflow-anchor:none]">
      {failed ? (
        <div role="alert" className="flex flex-col items-center gap-3 text-center">
          <p className="flex items-center gap-2 text-terracotta">
            <AlertIcon width="20" height="20" className="shrink-0" />
            We couldn’t load more products. {failed.message}
          </p>
          <button type="button" className="button-quiet" onClick={retry}>
            Try again
          </button>
        </div>
      ) : (
        <a
          ref={marker}
          href={path + writeChoices(choices, page)}
          onClick={follow}
          className="inline-flex min-h-11 items-center px-4 text-bark hover:text-ink"
        >
          Loading more...
        </a>
      )}
    </div>
  );
}

/** Moves a keyboard user's focus to the first card of the next page. */
function useFocusOnNew(page: number): () => void {
  const nextIndex = useRef<number>(null);
  const cards = () => document.querySelectorAll<HTMLElement>("#listing-grid article");

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a page is loaded
  useEffect(() => focusRequested, [page]);
  function focusRequested() {
    const index = nextIndex.current;
    if (index === null) return;
    nextIndex.current = null;
    // Also runs when the last page removes the marker; the new cards are rendered by then.
    cards()[index]?.querySelector<HTMLElement>("h2 a")?.focus();
  }

  return () => {
    nextIndex.current = cards().length;
  };
}
