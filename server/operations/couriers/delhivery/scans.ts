/** Scans as Delhivery reports them. */

import { readForeignJson } from "../../../base/foreign-json.ts";
import { failureReasonOf } from "../failure-reason.ts";
import { readLocalDay, readLocalTime } from "../local-time.ts";
import type { Scan, Tracked } from "../provider.ts";
import { progressOf } from "./statuses.ts";
import * as wire from "./wire.ts";

const MAX_SCANS = 200;

interface Report {
  time: string;
  type: string;
  word: string;
  nsl: string;
  place: string;
  text: string;
}

function scanOf({ time, type, word, nsl, place, text }: Report): Scan | null {
  const at = readLocalTime(time);
  if (!at) return null;
  const progress = progressOf(type, word, nsl);
  return {
    at,
    code: [type, word, nsl].join("/").slice(0, 100),
    progress,
    place: place.slice(0, 200),
    text: [word, text].filter(Boolean).join(": ").slice(0, 500),
    ...(progress === "failed_attempt" && { failure: failureReasonOf(text) }),
  };
}

export function readShipmentScans({ Status, Scans, ExpectedDeliveryDate }: wire.Shipment): Tracked {
  const scans = Scans.slice(-MAX_SCANS)
    .map(({ ScanDetail: detail }) =>
      scanOf({
        // As a push has it.
        time: detail.StatusDateTime || detail.ScanDateTime,
        type: detail.ScanType,
        word: detail.Scan,
        nsl: detail.StatusCode,
        place: detail.ScannedLocation,
        text: detail.Instructions,
      }),
    )
    .filter((scan) => scan !== null);
  const now = scanOf({
    time: Status.StatusDateTime,
    type: Status.StatusType,
    word: Status.Status,
    nsl: Status.StatusCode,
    place: Status.StatusLocation,
    text: Status.Instructions,
  });
  if (now && !scans.some(({ at, code }) => code === now.code && at.getTime() === now.at.getTime())) scans.push(now);
  return { scans, expectedOn: readLocalDay(ExpectedDeliveryDate) };
}

/** Reads a push of a status; null for another, such as one about a document. */
export function readPushed(raw: Buffer): Map<string, Tracked> | null {
  const read = wire.pushed.safeParse(readForeignJson(raw)).data?.Shipment;
  if (!read) return null;
  const scan = scanOf({
    time: read.Status.StatusDateTime,
    type: read.Status.StatusType,
    word: read.Status.Status,
    nsl: read.NSLCode || read.Status.StatusCode,
    place: read.Status.StatusLocation,
    text: read.Status.Instructions,
  });
  return new Map([[read.AWB, { scans: scan ? [scan] : [], expectedOn: null }]]);
}
