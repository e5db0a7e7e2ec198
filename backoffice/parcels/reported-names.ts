import type { ReportedEnd } from "../../contract/couriers.ts";

/** How a parcel has ended by its courier's report, while that waits for staff. */
export const REPORTED_NAMES: Readonly<Record<ReportedEnd, string>> = {
  came_back: "Came back, to be looked at",
  lost: "Lost, to be confirmed",
};
