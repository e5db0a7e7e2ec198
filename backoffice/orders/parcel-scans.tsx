import { useEffect, useState } from "react";
import type { ParcelScan } from "../../contract/admin/parcel-scans.ts";
import type { ParcelProgress } from "../../contract/couriers.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { useAdminEvents } from "../shared/admin-events.ts";

const PROGRESS_NAMES: Readonly<Record<ParcelProgress, string>> = {
  booked: "Booked",
  in_transit: "In transit",
  out_for_delivery: "Out for delivery",
  failed_attempt: "Delivery failed",
  delivered: "Delivered",
  coming_back: "Coming back",
  came_back: "Came back",
  lost: "Lost",
  cancelled: "Cancelled",
};

/** What couriers have reported about the order's parcels, in their own words; nothing without. */
export function ParcelScans({ number, version }: { number: string; version: number }) {
  const [scans, setScans] = useState<readonly ParcelScan[]>([]);
  // The next event reads again.
  const read = () => void call("readScans", { params: { number } }).then(setScans, () => {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the order has changed
  useEffect(read, [number, version]);
  useAdminEvents(["orders"], read);
  if (scans.length === 0) return null;
  return (
    <details className="mt-3 border-sand border-t pt-3">
      <summary className="cursor-pointer">What the courier reports ({scans.length})</summary>
      <ol className="mt-2 grid gap-2 text-small">
        {scans.map((scan) => (
          <li key={scan._id} className="wrap-anywhere">
            <p>
              {scan.progress === null ? "Not understood" : PROGRESS_NAMES[scan.progress]}, {formatDateTime(scan.at)}
              {scan.place && `, ${scan.place}`}
            </p>
            {scan.text && <p className="text-bark">{scan.text}</p>}
            {scan.problem && <p className="text-terracotta">{scan.problem}</p>}
          </li>
        ))}
      </ol>
    </details>
  );
}
