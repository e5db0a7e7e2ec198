/** Bulk actions: on the selected orders, or on all that match a filter. */

import * as z from "zod/mini";
import { orderNumber } from "../orders/schemas.ts";
import { responseOf } from "../responses.ts";
import { textField } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { UNDOABLE_STATES } from "./order-actions.ts";
import { adminOrderFilter, ORDER_DOCUMENTS, orderTab, parcel } from "./orders.ts";

/** Maximum number of orders in one request. */
export const MAX_BULK = 100;
const TOO_MANY = `Please choose at most ${MAX_BULK} orders at once.`;

/** Order numbers in a URL, separated by commas. */
export const listedNumbers = textField({
  max: MAX_BULK * 13,
  pattern: /^[0-9A-Za-z-]+(,[0-9A-Za-z-]+)*$/,
  error: "numbers must be order numbers.",
});

/** Either the numbers, or a filter with the number of orders that it must match: if more or fewer match meanwhile, nothing happens. */
const selection = {
  numbers: z.optional(
    z.array(orderNumber).check(z.minLength(1, "Please choose an order."), z.maxLength(MAX_BULK, TOO_MANY)),
  ),
  filter: z.optional(z.object({ ...adminOrderFilter, tab: orderTab })),
  expected: z.optional(z.int().check(z.gte(1))),
};
export type Selection = z.infer<z.ZodMiniObject<typeof selection>>;

/** The result of a bulk action for one order. */
const bulkResult = z.object({
  number: z.string(),
  /** Why the action failed for this order; empty if it succeeded. */
  problem: z.string(),
});
export type BulkResult = z.infer<typeof bulkResult>;
const results = responseOf(z.object({ results: z.array(bulkResult) }));
const BULK = {
  tag: "Orders",
  permission: "fulfil_orders",
  method: "POST",
  errorStatuses: [409],
  response: results,
} as const;

export const orderBulkEndpoints = {
  matchOrders: {
    method: "GET",
    path: "/orders/matching",
    summary: `The numbers of all orders that match a filter, ${MAX_BULK} at most`,
    tag: "Orders",
    permission: "view_orders",
    query: z.object({ ...adminOrderFilter, tab: orderTab }),
    response: responseOf(z.object({ numbers: z.array(z.string()), hasMore: z.boolean() })),
  },
  packOrders: {
    ...BULK,
    path: "/orders/pack",
    repeat: "state",
    summary: "Mark several orders as packed; each stands for itself, and the response says which could not be",
    body: z.object(selection),
  },
  shipOrders: {
    ...BULK,
    path: "/orders/ship",
    repeat: "state",
    summary: "Mark several orders as given to the courier, each with its AWB; emails their customers",
    body: z.object({
      parcels: z
        .array(z.object({ number: orderNumber, ...parcel }))
        .check(z.minLength(1, "Please choose an order."), z.maxLength(MAX_BULK, TOO_MANY)),
    }),
  },
  sendOrdersOut: {
    ...BULK,
    path: "/orders/out-for-delivery",
    repeat: "state",
    summary: "Mark the parcels of several orders as out for delivery; emails their customers",
    body: z.object(selection),
  },
  deliverOrders: {
    ...BULK,
    path: "/orders/deliver",
    repeat: "state",
    summary: "Mark the parcels of several orders as delivered; emails their customers",
    body: z.object(selection),
  },
  undoOrderSteps: {
    ...BULK,
    path: "/orders/undo-step",
    repeat: "state",
    summary: "Undo the last step of several orders, if it has led to this state; emails their customers",
    body: z.object({
      state: z.enum(UNDOABLE_STATES, `state must be one of ${UNDOABLE_STATES.join(", ")}.`),
      numbers: z.array(orderNumber).check(z.minLength(1, "Please choose an order."), z.maxLength(MAX_BULK, TOO_MANY)),
    }),
  },
  printOrders: {
    method: "GET",
    path: "/orders/print.pdf",
    summary:
      "Packing slips, address labels (4 × 6 inches) or invoices of several orders as one PDF. Orders without that document are omitted",
    tag: "Orders",
    permission: "view_orders",
    query: z.object({
      document: z.enum(ORDER_DOCUMENTS, `document must be one of ${ORDER_DOCUMENTS.join(", ")}.`),
      numbers: listedNumbers,
    }),
    errorStatuses: [404, 409],
    produces: "application/pdf",
  },
} as const satisfies Record<string, AdminEndpoint>;
