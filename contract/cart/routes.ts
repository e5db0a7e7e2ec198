import type { Route } from "../endpoint.ts";

export const cartRoutes = {
  readCart: { method: "GET", path: "/cart" },
  addToCart: { method: "POST", path: "/cart" },
  changeQuantity: { method: "PATCH", path: "/cart" },
  removeFromCart: { method: "DELETE", path: "/cart/:product_id" },
  enterCode: { method: "POST", path: "/cart/code" },
  removeCode: { method: "DELETE", path: "/cart/code" },
  chooseSamples: { method: "POST", path: "/cart/samples" },
  takeAssistedCart: { method: "POST", path: "/cart/assistant/:cart" },
  acceptPrice: { method: "POST", path: "/cart/:product_id/price" },
} as const satisfies Record<string, Route>;
