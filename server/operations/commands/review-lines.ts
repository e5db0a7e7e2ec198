/** Formats reviews for the command `review`. */

import { formatDateTime } from "../../../contract/dates.ts";
import type { ReviewForStaff } from "../../shop/reviews/moderation.ts";

const stars = (rating: number) => "★".repeat(rating).padEnd(5, "☆");

/** Formats a review of the list. */
export function reviewLine({ id, changedAt, rating, productTitle, authorName, title }: ReviewForStaff): string {
  return [
    String(id).padStart(6),
    formatDateTime(changedAt).padEnd(27),
    stars(rating),
    `${productTitle}, ${authorName}: ${title}`,
  ].join("  ");
}

/** Formats everything about a review. */
export function reviewPageLines(review: ReviewForStaff): string[] {
  const { id, state, note, rating, title, text, images, videos, verifiedBuyer } = review;
  return [
    `Review ${id} · ${state} · ${stars(rating)}`,
    `Of        ${review.productTitle} (/product/${review.productSlug})`,
    `By        ${review.authorName}, ${review.authorEmail}${verifiedBuyer ? ", verified buyer" : ""}`,
    `Written   ${formatDateTime(review.createdAt)}, changed last ${formatDateTime(review.changedAt)}`,
    ...(note ? [`Note      ${note}`] : []),
    "",
    title,
    ...(text ? ["", text] : []),
    ...(images.length + videos.length > 0 ? [""] : []),
    ...images.map(({ path }) => `Picture   media${path}`),
    ...videos.map((path) => `Video     media${path}`),
  ];
}
