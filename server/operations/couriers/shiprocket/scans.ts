/** Scans as Shiprocket reports them. Its times are India's and name no zone. */

import { readTimeInIndia } from "../../../../contract/dates.ts";
import { jsonOf } from "../courier-request.ts";
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

/** "2026-12-01 10:30:00", or "01 12 2026 10:30:00" of a push. */
function timeOf(text: string): Date | null {
  const iso = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(?::(\d\d))?/.exec(text);
  const push = /^(\d\d) (\d\d) (\d{4}) (\d\d:\d\d)(?::(\d\d))?/.exec(text);
  const minute = iso ? `${iso[1]}T${iso[2]}` : push ? `${push[3]}-${push[2]}-${push[1]}T${push[4]}` : "";
  const at = readTimeInIndia(minute);
  return at && new Date(at.getTime() + 1000 * Number(iso?.[3] ?? push?.[5] ?? 0));
}

function scanOf(activity: Activity): Scan | null {
  const at = timeOf(activity.date);
  if (!at) return null;
  const id = activity["sr-status"];
  return {
    at,
    code: id !== "" && id !== "NA" ? id : activity.status || activity.activity.slice(0, 40),
    progress: /^\d+$/.test(id) ? progressOf(Number(id)) : null,
    place: activity.location.slice(0, 200),
    text: [activity["sr-status-label"], activity.activity]
      .filter((part) => part && part !== "NA")
      .join(": ")
      .slice(0, 500),
  };
}

const dayOf = (text: string) => /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? null;

const trackedOf = (activities: readonly Activity[], etd: string): Tracked => ({
  scans: activities
    .slice(0, MAX_SCANS)
    .map(scanOf)
    .filter((scan) => scan !== null),
  expectedOn: dayOf(etd),
});

export function readTrack({ tracking_data: { shipment_track_activities, etd } }: wire.Track): Tracked {
  return trackedOf(shipment_track_activities ?? [], etd);
}

/** Reads a push, which also has the parcel's state now; null for one that is about no parcel. */
export function readPushed(raw: Buffer): Map<string, Tracked> | null {
  const read = wire.pushed.safeParse(jsonOf(raw)).data;
  if (!read) return null;
  const tracked = trackedOf(read.scans ?? [], read.etd);
  const at = timeOf(read.current_timestamp);
  const id = read.shipment_status_id;
  if (at && id !== undefined && !tracked.scans.some(({ code, at: known }) => code === String(id) && known >= at))
    tracked.scans.push({
      at,
      code: String(id),
      progress: progressOf(id),
      place: "",
      text: (read.shipment_status || read.current_status).slice(0, 500),
    });
  return new Map([[read.awb, tracked]]);
}
