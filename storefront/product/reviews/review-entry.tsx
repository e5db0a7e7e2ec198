import type { ReactNode } from "react";
import type { Review } from "../../../contract/reviews/schemas.ts";
import { Avatar } from "../../shared/avatar.tsx";
import { SealIcon } from "../../shared/icons.tsx";
import { Stars } from "../../shared/product/stars.tsx";
import { ReviewPictures } from "./review-pictures.tsx";
import { ReviewVideos } from "./review-videos.tsx";
import { TimeAgo } from "./time-ago.tsx";

interface ReviewEntryProps {
  review: Review;
  productTitle: string;
  /** Shown to its author only. */
  children?: ReactNode;
}

/** One review: its title, and a text if there is one. */
export function ReviewEntry({ review, productTitle, children }: ReviewEntryProps) {
  const { user, rating, review_title, review_text, image, video, verifiedBuyer, createdAt } = review;
  return (
    <li id={`review-${review._id}`} tabIndex={-1} className="py-7">
      <article className="flex gap-4" aria-label={`Review by ${user.name}`}>
        <Avatar name={user.name} image={user.profile_image} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="font-sans text-body font-semibold tracking-normal wrap-anywhere">{user.name}</h3>
            <TimeAgo timestamp={createdAt} className="text-small text-bark" />
          </div>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">
            <Stars rating={rating} className="text-[0.9375rem]" />
            {verifiedBuyer && (
              <p className="flex items-center gap-1.5 text-small text-leaf">
                <SealIcon width="16" height="16" />
                Verified buyer
              </p>
            )}
          </div>
          <p className="mt-3 max-w-prose text-[1.0625rem] leading-normal wrap-anywhere whitespace-pre-line">
            {review_title}
          </p>
          {review_text && (
            <p className="mt-2 max-w-prose text-[0.9375rem] text-bark wrap-anywhere whitespace-pre-line">
              {review_text}
            </p>
          )}
          <div className="flex flex-wrap gap-2 *:mt-4">
            <ReviewPictures pictures={image} author={user.name} productTitle={productTitle} />
            <ReviewVideos videos={video} author={user.name} productTitle={productTitle} />
          </div>
          {children}
        </div>
      </article>
    </li>
  );
}
