/** Scans as Shiprocket reports them. Its times are India's and name no zone. */

import { readForeignJson } from "../../../base/foreign-json.ts";
import { failureReasonOf } from "../failure-reason.ts";
import { readLocalDay, readLocalTime } from "../local-time.ts";
import type { Scan, Tracked } from "../provider.ts";
import { progressOf } from "./statuses.ts";
import * as wire from "./wire.ts";

interface Activity {
  date: string;
  status: string;
  activity: string;
  location: string;
  "sr-status": string;
  "sr-status-label": string;
}

const MAX_SCANS = 200;

/** What a status leaves to staff. */
const NOTES: Readonly<Record<string, string>> = {
  23: "The parcel was delivered in part only. Ask the courier and the customer what is missing.",
  25: "The courier says that the parcel is damaged. Ask whether it goes on or comes back.",
};

const meaningOf = (id: number, words: string): Pick<Scan, "progress" | "failure" | "note"> => {
  const progress = progressOf(id);
  const note = NOTES[id];
  return {
    progress,
    ...(progress === "failed_attempt" && { failure: failureReasonOf(words) }),
    ...(note !== undefined && { note }),
  };
};

function scanOf(activity: Activity): Scan | null {
  const at = readLocalTime(activity.date);
  if (!at) return null;
  const id = activity["sr-status"];
  return {
    at,
    code: id !== "" && id !== "NA" ? id : activity.status || activity.activity.slice(0, 40),
    ...(/^\d+$/.test(id) ? meaningOf(Number(id), activity.activity) : { progress: null }),
    place: activity.location.slice(0, 200),
    text: [activity["sr-status-label"], activity.activity]
      .filter((part) => part && part !== "NA")
      .join(": ")
      .slice(0, 500),
  };
}

const trackedOf = (activities: readonly Activity[], etd: string): Tracked => ({
  scans: activities
    .slice(0, MAX_SCANS)
    .map(scanOf)
    .filter((scan) => scan !== null),
  expectedOn: readLocalDay(etd),
});

export function readTrack({ tracking_data: { shipment_track_activities, etd } }: wire.Track): Tracked {
  return trackedOf(shipment_track_activities ?? [], etd);
}

/** Reads a push, which also has the parcel's state now; null for one that is about no parcel. */
export function readPushed(raw: Buffer): Map<string, Tracked> | null {
  const read = wire.pushed.safeParse(readForeignJson(raw)).data;
  if (!read) return null;
  const tracked = trackedOf(read.scans ?? [], read.etd);
  const at = readLocalTime(read.current_timestamp);
  const id = read.shipment_status_id;
  if (at && id !== undefined && !tracked.scans.some(({ code, at: known }) => code === String(id) && known >= at))
    tracked.scans.push({
      at,
      code: String(id),
      ...meaningOf(id, read.shipment_status || read.current_status),
      place: "",
      text: (read.shipment_status || read.current_status).slice(0, 500),
    });
  return new Map([[read.awb, tracked]]);
}
