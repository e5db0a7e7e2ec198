import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Product } from "../../../contract/catalogue/schemas.ts";
import type { OwnReview, ReviewList } from "../../../contract/reviews/schemas.ts";
import { AlertIcon } from "../../shared/icons.tsx";
import { reviewCount } from "../../shared/product/stars.tsx";
import { EmptyBottle } from "../empty-bottle.tsx";
import { OwnReviewNote } from "./own-review-note.tsx";
import { RatingSummary } from "./rating-summary.tsx";
import { ReviewEntry } from "./review-entry.tsx";
import { ReviewSort } from "./review-sort.tsx";
import { useOwnReview } from "./use-own-review.ts";
import { useReviewDialog } from "./use-review-dialog.tsx";
import { useReviews } from "./use-reviews.ts";
import { Wear } from "./wear.tsx";
import { WriteReview } from "./write-review.tsx";

/** Customer Reviews: the rating summary and the reviews, five at a time. */
export function Reviews({ product, first }: { product: Product; first: ReviewList | null }) {
  const { reviews, page, totalPages, total, order, status, loadMore, sort } = useReviews(product._id, first);
  const [announced, setAnnounced] = useState("");
  const [next, setNext] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const { own, read: readOwn } = useOwnReview(product._id);
  const { revalidate } = useRevalidator();
  const [thanks, setThanks] = useState("");
  const { dialog, write, preload, failed, waiting } = useReviewDialog({
    product,
    readOwn,
    async onChanged(saved) {
      setThanks(thanksFor(saved));
      // Others do not see a held review, so its author reads it separately. If that fails, reloading the page would fail, too, and lose it.
      const read = await readOwn().then(
        () => true,
        () => false,
      );
      // Reloads rating and list.
      if (read) await revalidate();
    },
  });
  const opener = <WriteReview onWrite={write} onNear={preload} failed={failed} waiting={waiting} />;

  const more = async () => {
    setAnnounced("");
    const fresh = await loadMore();
    if (!fresh) return;
    setAnnounced(`${fresh.length} more ${fresh.length === 1 ? "review" : "reviews"} shown.`);
    setNext(fresh[0]?._id ?? null);
  };
  // Moves the focus to the first new review; the button moves down, and disappears after the last page.
  useEffect(() => {
    if (next) list.current?.querySelector<HTMLElement>(`#review-${next}`)?.focus({ preventScroll: true });
  }, [next]);

  const hidden = own && own.state !== "published" ? own : null;
  const empty = total === 0 && page > 0 && !hidden;
  return (
    <section id="reviews" aria-labelledby="reviews-heading" className="container-page pt-section">
      <h2 id="reviews-heading" tabIndex={-1} className="text-heading">
        Customer Reviews
      </h2>
      {empty ? (
        <div className="mt-8 flex flex-col items-center gap-5 rounded-picture bg-linen px-6 py-14 text-center">
          <EmptyBottle className="text-brass" />
          <p className="max-w-sm text-lead">No reviews yet. Be the first to say how it works for you.</p>
          {opener}
          <Thanks>{thanks}</Thanks>
        </div>
      ) : (
        <div className="mt-6 grid gap-x-24 gap-y-8 lg:mt-8 lg:grid-cols-[min(17rem,30%)_minmax(0,1fr)]">
          <div className="flex flex-col gap-6 sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:gap-x-16 lg:sticky lg:top-36 lg:self-start">
            {product.rating !== undefined && (
              <RatingSummary rating={product.rating} count={reviewCount(product)} ratingCounts={product.ratingCounts} />
            )}
            <div className="flex flex-col items-start gap-6">
              <Wear longevity={product.longevity} sillage={product.sillage} />
              {opener}
              <Thanks>{thanks}</Thanks>
            </div>
          </div>
          <div>
            {total > 1 && <ReviewSort order={order} onSort={sort} />}
            <ul ref={list} className="divide-y divide-sand border-sand border-t" aria-busy={status === "loading"}>
              {hidden && (
                <ReviewEntry review={hidden} productTitle={product.title}>
                  <OwnReviewNote own={hidden} waiting={waiting} onEdit={write} />
                </ReviewEntry>
              )}
              {reviews.map((review) => (
                <ReviewEntry key={review._id} review={review} productTitle={product.title}>
                  {own?.state === "published" && own._id === review._id && (
                    <OwnReviewNote own={own} waiting={waiting} onEdit={write} />
                  )}
                </ReviewEntry>
              ))}
              {page === 0 && status === "loading" && [1, 2, 3].map((place) => <ReviewSkeleton key={place} />)}
            </ul>
            {status === "failed" && (
              <p role="alert" className="flex items-center gap-2.5 border-t border-sand pt-6 text-terracotta">
                <AlertIcon width="20" height="20" className="shrink-0" />
                {page === 0 ? "We couldn’t load the reviews." : "We couldn’t load more reviews."}
              </p>
            )}
            {(page < totalPages || status === "failed") && page + (status === "failed" ? 1 : 0) > 0 && (
              <button
                type="button"
                aria-disabled={status === "loading"}
                onClick={more}
                className="button-quiet mt-6 min-w-[min(11rem,100%)] aria-disabled:opacity-60 noscript:hidden"
              >
                {status === "failed" ? "Try again" : status === "loading" ? "Loading…" : "Load More"}
              </button>
            )}
          </div>
        </div>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      {dialog}
    </section>
  );
}

/** Shows the dialog's result beside the button that opened it. */
function Thanks({ children }: { children: string }) {
  return (
    <p role="status" className="text-leaf text-small empty:hidden">
      {children}
    </p>
  );
}

function thanksFor(own: OwnReview | null): string {
  if (!own) return "Your review has been deleted.";
  return own.state === "published"
    ? "Thank you! Your review is live."
    : "Thank you! Your review will appear once we’ve checked it.";
}

/** A placeholder for a review. */
function ReviewSkeleton() {
  return (
    <li aria-hidden="true" className="flex animate-pulse py-7">
      <span className="flex flex-1 flex-col gap-3 pt-1">
        <span className="h-3.5 w-40 rounded-control bg-sand" />
        <span className="h-3.5 w-full rounded-control bg-sand" />
        <span className="h-3.5 w-2/3 rounded-control bg-sand" />
      </span>
    </li>
  );
}
