import type { Route } from "../endpoint.ts";

export const orderRoutes = {
  listOrders: { method: "GET", path: "/order" },
  listOldOrders: { method: "GET", path: "/order/before" },
  trackOrder: { method: "GET", path: "/order/track" },
  readBoughtSizes: { method: "GET", path: "/order/bought" },
  readOrder: { method: "GET", path: "/order/:number" },
  cancelOrder: { method: "POST", path: "/order/:number/cancel" },
  previewCancellation: { method: "POST", path: "/order/:number/cancel/preview" },
  listExchangeSizes: { method: "GET", path: "/order/:number/exchange-sizes" },
  previewReturn: { method: "POST", path: "/order/:number/return/preview" },
  requestReturn: { method: "POST", path: "/order/:number/return" },
  uploadReturnPhoto: { method: "POST", path: "/order/:number/return/photo" },
  storeRefundAccount: { method: "POST", path: "/order/:number/refund-account" },
  giveUpParcel: { method: "POST", path: "/order/:number/give-up" },
  buyAgain: { method: "POST", path: "/order/:number/again" },
} as const satisfies Record<string, Route>;

/**
 * PDF documents of an order: the invoice once it is paid, a credit note for what was cancelled, lost or returned, a receipt voucher for what
 * is paid before the invoice, and a refund voucher for what of that goes back before the invoice.
 */
export type OrderDocument = "invoice" | "credit-note" | "receipt-voucher" | "refund-voucher";

/** Below `/api`. @param position of a credit note or voucher within the order; by default the latest */
export const documentPath = (number: string, document: OrderDocument, position?: number) =>
  `/order/${number}/${document}${position === undefined ? "" : `?position=${position}`}`;
