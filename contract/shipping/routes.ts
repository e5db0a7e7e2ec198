import type { Route } from "../endpoint.ts";

export const shippingRoutes = {
  readPincode: { method: "GET", path: "/pincode/:pincode" },
  readShippingMethods: { method: "GET", path: "/delivery/:pincode" },
} as const satisfies Record<string, Route>;
