/** Endpoints of reviews. A customer has at most one review of a product, and can change no others. */

import * as z from "zod/mini";
import { noData } from "../accounts/schemas.ts";
import type { Endpoint } from "../endpoint.ts";
import { MAX_REVIEW_VIDEO_BYTES } from "../limits.ts";
import { responseOf } from "../responses.ts";
import { rowId } from "../text.ts";
import { reviewRoutes } from "./routes.ts";
import { ownReview, ownReviewQuery, reviewBody, reviewList, reviewQuery, reviewUpload } from "./schemas.ts";

export const reviewEndpoints = {
  listReviews: {
    ...reviewRoutes.listReviews,
    summary: "A page of a product's reviews, newest first unless sorted by stars",
    tag: "Reviews",
    public: true,
    query: reviewQuery,
    errorStatuses: [404],
    response: reviewList,
  },
  readOwnReview: {
    ...reviewRoutes.readOwnReview,
    summary: "The customer's own review of a product in any state, or null",
    tag: "Reviews",
    auth: "session",
    query: ownReviewQuery,
    errorStatuses: [404],
    response: responseOf(z.nullable(ownReview)),
  },
  uploadReviewFile: {
    ...reviewRoutes.uploadReviewFile,
    repeat: "harmless",
    summary:
      "Upload a picture (JPEG, PNG, WebP, AVIF) or a video (MP4, WebM) for a review; deleted after a day if no review names it",
    tag: "Reviews",
    auth: "session",
    files: { file: { maxBytes: MAX_REVIEW_VIDEO_BYTES, toDisk: true } },
    errorStatuses: [429],
    response: responseOf(reviewUpload),
  },
  saveReview: {
    ...reviewRoutes.saveReview,
    repeat: "harmless",
    summary:
      "Create or change the customer's review of a product; with bad language or a link it is held for moderation",
    tag: "Reviews",
    auth: "session",
    body: reviewBody,
    errorStatuses: [404, 429],
    response: responseOf(ownReview),
  },
  deleteReview: {
    ...reviewRoutes.deleteReview,
    repeat: "harmless",
    summary: "Delete the customer's own review, with its files",
    tag: "Reviews",
    auth: "session",
    params: z.object({ id: rowId("id must be digits.") }),
    errorStatuses: [429],
    response: responseOf(noData),
  },
} as const satisfies Record<string, Endpoint>;
