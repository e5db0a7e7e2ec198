import type { Endpoint } from "../endpoint.ts";
import { responseOf } from "../responses.ts";
import { returnBody } from "./forms.ts";
import { boughtAgain, byOrderNumber, orderDetail, orderList, orderListQuery, trackQuery } from "./schemas.ts";

/** Documents of an order, as PDF: the invoice from its payment on, the credit note once its sale has ended. */
export type OrderDocument = "invoice" | "credit-note";

/** Below `/api`. */
export const documentPath = (number: string, document: OrderDocument) => `/order/${number}/${document}`;

/** The calls about what was bought. Another customer's order is answered as one that does not exist. */
export const orderEndpoints = {
  listOrders: {
    method: "GET",
    path: "/order",
    summary:
      "The customer's orders, newest first; those that nobody paid in time are left out, unless money came and went back",
    tag: "Orders",
    auth: "session",
    query: orderListQuery,
    response: orderList,
  },
  trackOrder: {
    method: "GET",
    path: "/order/track",
    summary: "The customer's order with this Order ID or AWB",
    tag: "Orders",
    auth: "session",
    query: trackQuery,
    errorStatuses: [404],
    response: responseOf(orderDetail),
  },
  readOrder: {
    method: "GET",
    path: "/order/:number",
    summary: "One order with everything about it",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    response: responseOf(orderDetail),
  },
  cancelOrder: {
    method: "POST",
    path: "/order/:number/cancel",
    summary: "Cancel an order that is not shipped yet, paid or not; what was paid is refunded",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    errorStatuses: [409],
    response: responseOf(orderDetail),
  },
  requestReturn: {
    method: "POST",
    path: "/order/:number/return",
    summary: "Ask to send a delivered order back, within the time that the policy gives",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    body: returnBody,
    errorStatuses: [409],
    response: responseOf(orderDetail),
  },
  buyAgain: {
    method: "POST",
    path: "/order/:number/again",
    summary: "Put the products of an order into the cart, as far as they can be had",
    tag: "Orders",
    auth: "session",
    params: byOrderNumber,
    response: responseOf(boughtAgain),
  },
} as const satisfies Record<string, Endpoint>;
