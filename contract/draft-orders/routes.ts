import type { Route } from "../endpoint.ts";

export const draftOrderRoutes = {
  readDraftOrder: { method: "GET", path: "/draft-orders/:token" },
  payDraftOrder: { method: "POST", path: "/draft-orders/:token/pay" },
  verifyDraftPayment: { method: "POST", path: "/draft-orders/:token/verify" },
  checkDraftPayment: { method: "POST", path: "/draft-orders/:token/check" },
} as const satisfies Record<string, Route>;
