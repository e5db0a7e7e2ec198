import * as z from "zod/mini";
import { pageNumber, perPageOf, productId } from "../catalogue/schemas.ts";
import { MAX_REVIEW_IMAGES, MAX_REVIEW_VIDEOS, REVIEW_PAGE_SIZE } from "../limits.ts";
import { picture } from "../pictures.ts";
import { listOf } from "../responses.ts";
import { textField } from "../text.ts";
import { reviewForm } from "./form.ts";

/** Path of a stored video, relative to the media host; its extension, .mp4 or .webm, is its type. */
const videoPath = z.string();

export const review = z.object({
  _id: z.string(),
  user: z.object({ name: z.string(), profile_image: z.nullable(z.string()) }),
  rating: z.number(),
  /** The review's main text. */
  review_title: z.string(),
  /** An optional longer text. */
  review_text: z.nullable(z.string()),
  image: z.array(picture),
  video: z.array(videoPath),
  verifiedBuyer: z.boolean(),
  createdAt: z.string(),
});
export type Review = z.infer<typeof review>;

const REVIEW_ORDERS = ["newest", "highest", "lowest"] as const;
/** Sorted by time, or by stars and then by time. */
export type ReviewOrder = (typeof REVIEW_ORDERS)[number];

export const reviewQuery = z.object({
  page: pageNumber,
  perPage: perPageOf(REVIEW_PAGE_SIZE),
  product_id: productId,
  sort: z._default(z.enum(REVIEW_ORDERS, "sort must be newest, highest or lowest."), "newest"),
});
export const reviewList = listOf(review);
export type ReviewList = z.infer<typeof reviewList>;

/** `held`: not shown until moderation. `rejected`: the shop does not show it; a change by its author is screened again. */
export const REVIEW_STATES = ["published", "held", "rejected"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A customer's own review, as its author sees it. */
export const ownReview = z.object({
  ...review.shape,
  state: z.enum(REVIEW_STATES),
  /** Why it is not shown, for the author; empty if it is shown. */
  note: z.string(),
});
export type OwnReview = z.infer<typeof ownReview>;
export const ownReviewQuery = z.object({ product_id: productId });

/** A new or changed review; it replaces the stored one, and files that it does not name are deleted. */
export const reviewBody = z.object({
  product_id: productId,
  rating: z
    .number("Please choose 1 to 5 stars.")
    .check(
      z.int("Please choose 1 to 5 stars."),
      z.gte(1, "Please choose 1 to 5 stars."),
      z.lte(5, "Please choose 1 to 5 stars."),
    ),
  review_title: reviewForm.shape.review_title,
  review_text: z._default(reviewForm.shape.review_text, ""),
  /** Paths of the author's uploads, in the order of display. */
  files: z._default(
    z
      .array(textField({ max: 200, error: "files must be paths of uploads." }), "files must be a list of uploads.")
      .check(
        z.maxLength(
          MAX_REVIEW_IMAGES + MAX_REVIEW_VIDEOS,
          `You can add up to ${MAX_REVIEW_IMAGES} photos and ${MAX_REVIEW_VIDEOS} videos.`,
        ),
      ),
    [],
  ),
});
export type ReviewBody = z.infer<typeof reviewBody>;

/** An uploaded file that no review uses yet. */
export const reviewUpload = z.object({ path: z.string(), kind: z.enum(["image", "video"]) });
export type ReviewUpload = z.infer<typeof reviewUpload>;
