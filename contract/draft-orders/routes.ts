import type { Route } from "../endpoint.ts";

export const draftOrderRoutes = {
  readDraftOrder: { method: "GET", path: "/draft-orders/:token" },
  readDraftOrderWindow: { method: "GET", path: "/draft-orders/:token/window" },
  payDraftOrder: { method: "POST", path: "/draft-orders/:token/pay" },
  placeFreeDraftOrder: { method: "POST", path: "/draft-orders/:token/place" },
  verifyDraftOrderPayment: { method: "POST", path: "/draft-orders/:token/verify" },
  checkDraftOrderPayment: { method: "POST", path: "/draft-orders/:token/check" },
} as const satisfies Record<string, Route>;
