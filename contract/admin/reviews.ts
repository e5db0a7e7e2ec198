/** Moderation of reviews. */

import * as z from "zod/mini";
import { picture } from "../pictures.ts";
import { responseOf } from "../responses.ts";
import { REVIEW_STATES } from "../reviews/schemas.ts";
import { rowId, textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { nothing } from "./session.ts";

const id = rowId("id must be digits.");

const staffReview = z.object({
  _id: z.string(),
  state: z.enum(REVIEW_STATES),
  /** Why the review is held or rejected. */
  note: z.string(),
  rating: z.number(),
  title: z.string(),
  text: z.nullable(z.string()),
  images: z.array(picture),
  /** Paths behind the media host. */
  videos: z.array(z.string()),
  verifiedBuyer: z.boolean(),
  /** Sent with a decision, which is rejected if the author has changed the review since. */
  changedAt: z.string(),
  product: z.object({ title: z.string(), slug: z.string() }),
  author: z.string(),
});
export type StaffReview = z.infer<typeof staffReview>;

const changedAt = textField({
  max: 30,
  pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/,
  error: "changedAt must be the review’s.",
});
const DECISION = {
  tag: "Reviews",
  permission: "moderate_reviews",
  method: "POST",
  params: z.object({ id }),
  errorStatuses: [409],
  response: responseOf(nothing),
} as const;

export const adminReviewEndpoints = {
  listReviewQueue: {
    method: "GET",
    path: "/reviews",
    summary: "Reviews of a state, 20 a page: held ones as they wait, others last changed first",
    tag: "Reviews",
    permission: "moderate_reviews",
    query: z.object({
      state: z._default(z.enum(REVIEW_STATES, `state must be one of ${REVIEW_STATES.join(", ")}.`), "held"),
      /** The `_id` of the last review of the previous page. */
      after: z.optional(rowId("after must be digits.")),
    }),
    response: responseOf(z.object({ reviews: z.array(staffReview), hasMore: z.boolean() })),
  },
  readReview: {
    method: "GET",
    path: "/reviews/:id",
    summary: "One review, whatever its state",
    tag: "Reviews",
    permission: "moderate_reviews",
    params: z.object({ id }),
    response: responseOf(staffReview),
  },
  publishReview: {
    ...DECISION,
    path: "/reviews/:id/publish",
    repeat: "seen",
    summary: "Show a review in the shop; emails its author",
    body: z.object({ changedAt }),
  },
  rejectReview: {
    ...DECISION,
    path: "/reviews/:id/reject",
    repeat: "seen",
    summary: "Hide a review from everybody but its author, who gets the reason by email",
    body: z.object({
      changedAt,
      reason: textField({
        missing: "Please give a reason: the author reads it.",
        min: 5,
        max: 300,
        error: "The reason has 5 to 300 characters.",
      }),
    }),
  },
} as const satisfies Record<string, AdminEndpoint>;
