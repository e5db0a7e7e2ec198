import * as z from "zod/mini";
import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { shippingRoutes } from "./routes.ts";
import { pincodeParams, pincodePlaces, shippingMethods, shippingMethodsQuery } from "./schemas.ts";

export const shippingEndpoints = {
  readPincode: {
    ...shippingRoutes.readPincode,
    summary:
      "City and state of a pincode, and the choice of a pincode that several states share; null for an unknown one",
    tag: "Checkout",
    public: true,
    params: pincodeParams,
    maxAge: 24 * 60 * 60,
    response: responseOf(z.nullable(pincodePlaces)),
  },
  readShippingMethods: {
    ...shippingRoutes.readShippingMethods,
    summary:
      "The shipping methods of a pincode, for one unit of a size, with prices and transit days; none if the shop does not deliver there",
    tag: "Checkout",
    public: true,
    params: pincodeParams,
    query: shippingMethodsQuery,
    response: responseOf(shippingMethods),
  },
} as const satisfies Record<string, Endpoint>;
