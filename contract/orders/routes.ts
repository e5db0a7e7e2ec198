import type { Route } from "../endpoint.ts";

export const orderRoutes = {
  listOrders: { method: "GET", path: "/order" },
  trackOrder: { method: "GET", path: "/order/track" },
  readOrder: { method: "GET", path: "/order/:number" },
  cancelOrder: { method: "POST", path: "/order/:number/cancel" },
  requestReturn: { method: "POST", path: "/order/:number/return" },
  buyAgain: { method: "POST", path: "/order/:number/again" },
} as const satisfies Record<string, Route>;

/** Documents of an order, as PDF: the invoice from its payment on, the credit note once its sale has ended. */
export type OrderDocument = "invoice" | "credit-note";

/** Below `/api`. */
export const documentPath = (number: string, document: OrderDocument) => `/order/${number}/${document}`;
