import type { Operation } from "../operations.ts";

const loadRequest = async () => (await import("./read-content.ts")).contentRequest;
const loadCarts = () => import("./cart-handlers.ts");
const loadCheckouts = () => import("./checkout-handlers.ts");

/** Anybody may fill a cart. */
const CARTS = { capability: "dev.ucp.shopping.cart", unsigned: "always" } as const;
const CHECKOUTS = { capability: "dev.ucp.shopping.checkout", unsigned: "setting" } as const;

export const BUYING_OPERATIONS: readonly Operation[] = [
  {
    ...CARTS,
    name: "create_cart",
    method: "POST",
    path: "/carts",
    writes: true,
    payload: "cart",
    description: "Makes a cart of sizes by their SKUs, with today’s prices and offers. Amounts are paise.",
    request: loadRequest,
    load: async () => (await loadCarts()).createCart,
  },
  {
    ...CARTS,
    name: "get_cart",
    method: "GET",
    path: "/carts/:id",
    writes: false,
    payload: null,
    description: "Reads a cart at today’s prices.",
    load: async () => (await loadCarts()).getCart,
  },
  {
    ...CARTS,
    name: "update_cart",
    method: "PUT",
    path: "/carts/:id",
    writes: true,
    payload: "cart",
    description: "Replaces everything in a cart: what is not sent again is gone.",
    request: loadRequest,
    load: async () => (await loadCarts()).updateCart,
  },
  {
    ...CARTS,
    name: "cancel_cart",
    method: "POST",
    path: "/carts/:id/cancel",
    writes: true,
    payload: null,
    description: "Deletes a cart, and returns what it was.",
    load: async () => (await loadCarts()).cancelCart,
  },
  {
    ...CHECKOUTS,
    name: "create_checkout",
    method: "POST",
    path: "/checkout-sessions",
    writes: true,
    payload: "checkout",
    description:
      "Begins a checkout of sizes by their SKUs, or of a cart by cart_id. It says what is missing: the buyer’s name, email and Indian mobile number, and an address in India. Once it is complete, its status is requires_escalation: open continue_url with the buyer, who pays there.",
    request: loadRequest,
    load: async () => (await loadCheckouts()).createCheckout,
  },
  {
    ...CHECKOUTS,
    name: "get_checkout",
    method: "GET",
    path: "/checkout-sessions/:id",
    writes: false,
    payload: null,
    description: "Reads a checkout at today’s prices; after payment its status is completed, with its order.",
    load: async () => (await loadCheckouts()).getCheckout,
  },
  {
    ...CHECKOUTS,
    name: "update_checkout",
    method: "PUT",
    path: "/checkout-sessions/:id",
    writes: true,
    payload: "checkout",
    description: "Replaces everything in a checkout: what is not sent again is gone.",
    request: loadRequest,
    load: async () => (await loadCheckouts()).updateCheckout,
  },
  {
    ...CHECKOUTS,
    name: "complete_checkout",
    method: "POST",
    path: "/checkout-sessions/:id/complete",
    writes: true,
    payload: "checkout",
    description: "Charges nothing: it says whether the buyer has to open continue_url, or has paid.",
    load: async () => (await loadCheckouts()).completeCheckout,
  },
  {
    ...CHECKOUTS,
    name: "cancel_checkout",
    method: "POST",
    path: "/checkout-sessions/:id/cancel",
    writes: true,
    payload: null,
    description: "Ends a checkout that is not paid.",
    load: async () => (await loadCheckouts()).cancelCheckout,
  },
  {
    name: "get_order",
    method: "GET",
    path: "/orders/:id",
    capability: "dev.ucp.shopping.order",
    unsigned: "never",
    writes: false,
    payload: null,
    description: "Reads an order of a checkout of this platform: its items, parcels, refunds. Signed requests only.",
    load: async () => (await import("./get-order.ts")).getOrder,
  },
];
