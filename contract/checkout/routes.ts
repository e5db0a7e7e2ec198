import type { Route } from "../endpoint.ts";

export const checkoutRoutes = {
  readCheckout: { method: "GET", path: "/checkout" },
  readPaymentWindow: { method: "GET", path: "/payment/window" },
  initPayment: { method: "POST", path: "/init/payment" },
  placeFreeOrder: { method: "POST", path: "/free-order" },
  verifyPayment: { method: "POST", path: "/verify/payment" },
  placeCashOrder: { method: "POST", path: "/cash-order" },
  confirmCashOrder: { method: "POST", path: "/cash-order/:number/confirm" },
  resendCashCode: { method: "POST", path: "/cash-order/:number/code" },
  readPayLink: { method: "GET", path: "/cash-order/:number/pay-link" },
  checkPayment: { method: "POST", path: "/check/payment" },
} as const satisfies Record<string, Route>;
