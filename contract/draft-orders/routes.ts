import type { Route } from "../endpoint.ts";

export const draftOrderRoutes = {
  readDraftOrder: { method: "GET", path: "/draft-orders/:token" },
  readDraftOrderWindow: { method: "GET", path: "/draft-orders/:token/window" },
  payDraftOrder: { method: "POST", path: "/draft-orders/:token/pay" },
  placeFreeDraftOrder: { method: "POST", path: "/draft-orders/:token/place" },
  placeCashDraftOrder: { method: "POST", path: "/draft-orders/:token/cash" },
  confirmCashDraftOrder: { method: "POST", path: "/draft-orders/:token/cash/confirm" },
  resendCashDraftOrderCode: { method: "POST", path: "/draft-orders/:token/cash/resend" },
  verifyDraftOrderPayment: { method: "POST", path: "/draft-orders/:token/verify" },
  checkDraftOrderPayment: { method: "POST", path: "/draft-orders/:token/check" },
} as const satisfies Record<string, Route>;
