/** What couriers report about booked parcels, as staff sees it, and the address that they push it to. */

import * as z from "zod/mini";
import { PARCEL_PROGRESS, REPORTED_ENDS } from "../couriers.ts";
import { responseOf } from "../responses.ts";
import { rowId } from "../text.ts";
import type { AdminEndpoint } from "./endpoint.ts";
import { byNumber } from "./orders.ts";

const parcelScan = z.object({
  _id: z.string(),
  at: z.string(),
  courier: z.string(),
  awb: z.string(),
  /** The provider's own code. */
  code: z.string(),
  /** What it means; null if it means nothing, or its time can't be right. */
  progress: z.nullable(z.enum(PARCEL_PROGRESS)),
  place: z.string(),
  /** The courier's words, which may name people. */
  text: z.string(),
  source: z.enum(["push", "poll"]),
  /** Why it changed nothing although it should have; empty otherwise. */
  problem: z.string(),
  resolvedAt: z.nullable(z.string()),
});
export type ParcelScan = z.infer<typeof parcelScan>;

const scanProblem = z.object({ number: z.string(), scan: parcelScan });
export type ScanProblem = z.infer<typeof scanProblem>;

const reportedParcel = z.object({
  number: z.string(),
  courier: z.string(),
  awb: z.string(),
  end: z.enum(REPORTED_ENDS),
  at: z.string(),
});
export type ReportedParcel = z.infer<typeof reportedParcel>;

const unclearBooking = z.object({
  number: z.string(),
  account: z.string(),
  /** The shop's name for the parcel with the courier. */
  key: z.string(),
  askedAt: z.string(),
  /** The courier's own words. */
  detail: z.string(),
});
export type UnclearBooking = z.infer<typeof unclearBooking>;

const byId = z.object({ id: rowId("id must be digits.") });

export const parcelScanEndpoints = {
  renewPushAddress: {
    tag: "Shipping",
    permission: "edit_settings",
    method: "POST",
    path: "/courier-accounts/:id/push-address",
    repeat: "harmless",
    summary: "Make a new secret address that a courier pushes scans to; the former ends. It is shown once",
    params: byId,
    errorStatuses: [404],
    response: responseOf(
      z.object({
        url: z.string(),
        /** What keeps couriers from using it; empty if nothing does. */
        problem: z.string(),
      }),
    ),
  },
  readScans: {
    tag: "Orders",
    permission: "fulfil_orders",
    method: "GET",
    path: "/orders/:number/scans",
    summary: "What couriers have reported about an order’s parcels, the newest first",
    params: byNumber,
    errorStatuses: [404],
    response: responseOf(z.array(parcelScan)),
  },
  listScanProblems: {
    tag: "Orders",
    permission: "fulfil_orders",
    method: "GET",
    path: "/parcel-problems",
    summary:
      "Up to 100 scans that contradict what is known of their parcels, or parcels of which nothing is heard, the oldest first",
    response: responseOf(z.array(scanProblem)),
  },
  listReportedParcels: {
    tag: "Orders",
    permission: "view_orders",
    method: "GET",
    path: "/reported-parcels",
    summary:
      "Up to 100 parcels that came back or got lost by their courier’s report, which staff is to confirm, the oldest first",
    response: responseOf(z.array(reportedParcel)),
  },
  listUnclearBookings: {
    tag: "Orders",
    permission: "fulfil_orders",
    method: "GET",
    path: "/unclear-bookings",
    summary: "Up to 100 bookings whose answer is lost and that no look-up has found, the oldest first",
    response: responseOf(z.array(unclearBooking)),
  },
  resolveScanProblem: {
    tag: "Orders",
    permission: "fulfil_orders",
    method: "POST",
    path: "/parcel-problems/:id/resolve",
    repeat: "seen",
    summary: "Take a scan off the list of contradictions, once staff has looked into it",
    params: byId,
    errorStatuses: [404, 409],
    response: responseOf(scanProblem),
  },
} as const satisfies Record<string, AdminEndpoint>;
