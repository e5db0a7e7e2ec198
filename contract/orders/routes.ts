import type { Route } from "../endpoint.ts";

export const orderRoutes = {
  listOrders: { method: "GET", path: "/order" },
  trackOrder: { method: "GET", path: "/order/track" },
  readOrder: { method: "GET", path: "/order/:number" },
  cancelOrder: { method: "POST", path: "/order/:number/cancel" },
  requestReturn: { method: "POST", path: "/order/:number/return" },
  buyAgain: { method: "POST", path: "/order/:number/again" },
} as const satisfies Record<string, Route>;

/** PDF documents of an order: the invoice once it is paid, the credit note once its sale is reversed. */
export type OrderDocument = "invoice" | "credit-note";

/** Below `/api`. */
export const documentPath = (number: string, document: OrderDocument) => `/order/${number}/${document}`;
