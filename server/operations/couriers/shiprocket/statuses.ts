/**
 * What the ids of Shiprocket's `shipment_status_id` and `sr-status` mean. Its other id, `current_status_id`, is of another table: the same
 * parcel may have 20 there and 18 here. An id that is not listed is shown as its text and means nothing.
 */

import type { ParcelProgress } from "../../../../contract/couriers.ts";

const IDS: Readonly<Record<ParcelProgress, readonly number[]>> = {
  booked: [0, 1, 2, 3, 4, 5, 11, 13, 15, 19, 20, 52],
  in_transit: [6, 18, 22, 38, 39, 42, 48, 49, 50, 51],
  out_for_delivery: [17],
  delivered: [7, 23, 26],
  failed_attempt: [21, 77],
  coming_back: [9, 14, 40, 41, 46, 75, 78],
  came_back: [10],
  // A damaged parcel (25) is staff's to decide on.
  lost: [12, 24, 44, 76],
  cancelled: [8, 16, 45],
};

const PROGRESS = new Map(
  Object.entries(IDS).flatMap(([progress, ids]) => ids.map((id) => [id, progress as ParcelProgress])),
);

export const progressOf = (id: number): ParcelProgress | null => PROGRESS.get(id) ?? null;
