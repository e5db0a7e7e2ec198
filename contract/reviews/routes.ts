import type { Route } from "../endpoint.ts";

export const reviewRoutes = {
  listReviews: { method: "GET", path: "/review" },
  readOwnReview: { method: "GET", path: "/review/own" },
  uploadReviewFile: { method: "POST", path: "/review/file" },
  saveReview: { method: "POST", path: "/review" },
  deleteReview: { method: "DELETE", path: "/review/:id" },
} as const satisfies Record<string, Route>;
