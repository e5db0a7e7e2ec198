import type { Route } from "../endpoint.ts";

export const orderRoutes = {
  listOrders: { method: "GET", path: "/order" },
  trackOrder: { method: "GET", path: "/order/track" },
  readBoughtSizes: { method: "GET", path: "/order/bought" },
  readOrder: { method: "GET", path: "/order/:number" },
  cancelOrder: { method: "POST", path: "/order/:number/cancel" },
  previewCancellation: { method: "POST", path: "/order/:number/cancel/preview" },
  previewReturn: { method: "POST", path: "/order/:number/return/preview" },
  requestReturn: { method: "POST", path: "/order/:number/return" },
  uploadReturnPhoto: { method: "POST", path: "/order/:number/return/photo" },
  storeRefundAccount: { method: "POST", path: "/order/:number/refund-account" },
  buyAgain: { method: "POST", path: "/order/:number/again" },
} as const satisfies Record<string, Route>;

/** PDF documents of an order: the invoice once it is paid, a credit note for what was cancelled, lost or returned. */
export type OrderDocument = "invoice" | "credit-note";

/** Below `/api`. @param creditNote its position within the order; by default the latest */
export const documentPath = (number: string, document: OrderDocument, creditNote?: number) =>
  `/order/${number}/${document}${creditNote === undefined ? "" : `?position=${creditNote}`}`;
