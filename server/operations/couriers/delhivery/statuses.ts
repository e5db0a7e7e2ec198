/**
 * What Delhivery's statuses mean. A status is a pair of a type and a word: the same word means another thing in another type. Forward
 * parcels have the types UD, DL, RT, CN and LT; PP, PU and DTO are of returns that Delhivery collects. A pair that is not listed is shown as
 * its text and means nothing.
 */

import type { ParcelProgress } from "../../../../contract/couriers.ts";

const PAIRS: Readonly<Record<string, ParcelProgress>> = {
  "UD/Manifested": "booked",
  "UD/Not Picked": "booked",
  "UD/In Transit": "in_transit",
  "UD/Pending": "in_transit",
  "UD/Dispatched": "out_for_delivery",
  "DL/Delivered": "delivered",
  "RT/In Transit": "coming_back",
  "RT/Pending": "coming_back",
  "RT/Dispatched": "coming_back",
  "DL/RTO": "came_back",
  "CN/Canceled": "cancelled",
  "CN/Closed": "cancelled",
  "LT/Lost": "lost",
};

/** A code of the end of the rider's day: the delivery was tried, or should have been. */
const END_OF_DAY = /^EOD-/;

/** @param nsl the code that says why, such as X-PPOM (picked up) or EOD-11 */
export function progressOf(type: string, word: string, nsl: string): ParcelProgress | null {
  const progress = PAIRS[`${type.trim()}/${word.trim()}`] ?? null;
  return progress === "in_transit" && word.trim() === "Pending" && END_OF_DAY.test(nsl) ? "failed_attempt" : progress;
}
