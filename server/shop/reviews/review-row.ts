import type { OwnReview, Review } from "../../../contract/reviews/schemas.ts";
import { customer, review } from "../../platform/database/schema.ts";

/** The columns of a review and its author; the query joins the customer. */
export const reviewColumns = {
  id: review.id,
  name: customer.name,
  profileImage: customer.profileImage,
  rating: review.rating,
  title: review.title,
  text: review.text,
  images: review.images,
  videos: review.videos,
  verifiedBuyer: review.verifiedBuyer,
  createdAt: review.createdAt,
};
export type ReviewRow = Pick<typeof review.$inferSelect, Exclude<keyof typeof reviewColumns, "name" | "profileImage">> &
  Pick<typeof customer.$inferSelect, "name" | "profileImage">;

export function reviewOf(row: ReviewRow): Review {
  return {
    _id: String(row.id),
    user: { name: row.name, profile_image: row.profileImage },
    rating: row.rating,
    review_title: row.title,
    review_text: row.text,
    image: row.images,
    video: row.videos,
    verifiedBuyer: row.verifiedBuyer,
    createdAt: row.createdAt.toISOString(),
  };
}

export const ownReviewColumns = { ...reviewColumns, state: review.state, note: review.note };

export function ownReviewOf(row: ReviewRow & Pick<typeof review.$inferSelect, "state" | "note">): OwnReview {
  return { ...reviewOf(row), state: row.state, note: row.note };
}
