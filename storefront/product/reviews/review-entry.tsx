import type { ReactNode } from "react";
import type { Review } from "../../../contract/reviews/schemas.ts";
import { SealIcon } from "../../shared/icons.tsx";
import { Stars } from "../../shared/product/stars.tsx";
import { ReviewPictures } from "./review-pictures.tsx";
import { ReviewVideos } from "./review-videos.tsx";
import { TimeAgo } from "./time-ago.tsx";

interface ReviewEntryProps {
  review: Review;
  productTitle: string;
  /** Shown only to its author. */
  children?: ReactNode;
}

/** Shows a review: its title, and a text if there is one. */
export function ReviewEntry({ review, productTitle, children }: ReviewEntryProps) {
  const { user, rating, review_title, review_text, image, video, verifiedBuyer, createdAt } = review;
  return (
    <li id={`review-${review._id}`} tabIndex={-1} className="py-7">
      <article aria-label={`Review by ${user.name}`}>
        <div className="flex items-center justify-between gap-x-4">
          <Stars rating={rating} className="text-compact" />
          <TimeAgo timestamp={createdAt} className="text-small text-bark" />
        </div>
        <p className="mt-3 max-w-prose font-display text-[1.125rem] leading-snug wrap-anywhere whitespace-pre-line">
          {review_title}
        </p>
        {review_text && <p className="mt-2 max-w-prose wrap-anywhere whitespace-pre-line">{review_text}</p>}
        <div className="mt-3 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-small">
          <h3 className="font-sans text-small text-bark leading-normal tracking-normal wrap-anywhere">{user.name}</h3>
          {verifiedBuyer && (
            <p className="text-leaf leading-normal">
              <SealIcon width="16" height="16" className="mr-1.5 inline-block align-[-0.2em]" />
              Verified buyer
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2 *:mt-4">
          <ReviewPictures pictures={image} author={user.name} productTitle={productTitle} />
          <ReviewVideos videos={video} author={user.name} productTitle={productTitle} />
        </div>
        {children}
      </article>
    </li>
  );
}
