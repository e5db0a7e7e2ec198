import * as z from "zod/mini";
import { listOf } from "./answers.ts";
import { pageNumber, perPageOf } from "./catalogue.ts";
import { REVIEW_PAGE_SIZE } from "./limits.ts";
import { picture } from "./pictures.ts";

export const review = z.object({
  _id: z.string(),
  user: z.object({ name: z.string(), profile_image: z.nullable(z.string()) }),
  rating: z.number(),
  /** What the storefront shows as the body. */
  review_title: z.string(),
  /** A longer text that follows it, when the author wrote one. */
  review_text: z.nullable(z.string()),
  image: z.array(picture),
  verifiedBuyer: z.boolean(),
  createdAt: z.string(),
});
export type Review = z.infer<typeof review>;

export const reviewQuery = z.object({
  page: pageNumber,
  perPage: perPageOf(REVIEW_PAGE_SIZE),
  product_id: z
    .string("product_id is required.")
    .check(z.regex(/^[0-9]{1,9}$/, "product_id must be the _id of a product.")),
});
export const reviewList = listOf(review);
export type ReviewList = z.infer<typeof reviewList>;
