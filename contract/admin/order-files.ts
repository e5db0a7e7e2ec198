/** Orders as files for other programs. */

import * as z from "zod/mini";
import { responseOf } from "../responses.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { listedNumbers } from "./order-bulk.ts";
import { adminOrderFilter, adminOrderQuery, courier, orderTab } from "./orders.ts";

/** What a row of the file is: an order, or one of its items. */
const ORDER_FILE_ROWS = ["orders", "lines"] as const;
export type OrderFileRows = (typeof ORDER_FILE_ROWS)[number];

/** The columns that a courier's panel takes; `any` for mapping them by hand. */
const COURIER_COLUMNS = ["any", "shiprocket", "delhivery"] as const;
export type CourierColumns = (typeof COURIER_COLUMNS)[number];

/** Maximum size and rows of a courier's file of AWBs. */
export const MAX_PARCEL_FILE_BYTES = 1024 * 1024;
export const MAX_PARCEL_ROWS = 500;

/** A parcel as a courier's file names it. */
const parcelRow = z.object({
  /** Its row in a spreadsheet, from 1. */
  row: z.number(),
  number: z.string(),
  courier: z.string(),
  awb: z.string(),
  /** Why it cannot be shipped, or marked as delivered; empty if it can. */
  problem: z.string(),
});
export type ParcelRow = z.infer<typeof parcelRow>;

/** The orders of a file: those that match the list's filter, and of these only the named ones if any are. */
const chosenOrders = {
  tab: orderTab,
  ...adminOrderFilter,
  sort: adminOrderQuery.shape.sort,
  numbers: z.optional(listedNumbers),
};
const orderFileFilter = z.object(chosenOrders);
export type OrderFileFilter = z.infer<typeof orderFileFilter>;

export const orderFileEndpoints = {
  exportOrders: {
    method: "GET",
    path: "/orders.csv",
    summary:
      "Every order that matches a filter, or the named ones, as CSV: a row each, or a row for each item; without test orders",
    tag: "Orders",
    permission: "export_customers",
    query: z.object({
      ...chosenOrders,
      rows: z._default(
        z.enum(ORDER_FILE_ROWS, `rows must be one of ${ORDER_FILE_ROWS.join(", ")}.`),
        ORDER_FILE_ROWS[0],
      ),
    }),
    produces: "text/csv",
  },
  exportForCourier: {
    method: "GET",
    path: "/orders/for-courier.csv",
    summary:
      "Of the orders that match a filter, or of the named ones, those that have units to be sent and are no test orders, as CSV in the columns of a courier’s panel",
    tag: "Orders",
    // It says what their labels say, which the same members print.
    permission: "fulfil_orders",
    query: z.object({
      ...chosenOrders,
      columns: z._default(
        z.enum(COURIER_COLUMNS, `columns must be one of ${COURIER_COLUMNS.join(", ")}.`),
        COURIER_COLUMNS[0],
      ),
    }),
    produces: "text/csv",
  },
  checkParcelFile: {
    method: "POST",
    path: "/orders/parcel-file",
    repeat: "harmless",
    summary:
      "Read a courier’s CSV of order numbers and AWBs, and say which can be shipped. Nothing is stored: shipOrders ships them",
    tag: "Orders",
    permission: "fulfil_orders",
    query: z.object({
      /** The courier of the rows that name none. */
      courier: z.optional(courier),
    }),
    accepts: "text/csv",
    response: responseOf(z.object({ parcels: z.array(parcelRow) })),
  },
  checkDeliveredFile: {
    method: "POST",
    path: "/orders/delivered-file",
    repeat: "harmless",
    summary:
      "Read a CSV of AWBs that a courier has delivered, and say which orders can be marked so. Nothing is stored: deliverOrders marks them",
    tag: "Orders",
    permission: "fulfil_orders",
    accepts: "text/csv",
    response: responseOf(z.object({ parcels: z.array(parcelRow) })),
  },
} as const satisfies Record<string, AdminEndpoint>;
