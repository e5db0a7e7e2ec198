import { Link } from "react-router";
import type { ReportedParcel } from "../../contract/admin/parcel-scans.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { Badge } from "../shared/badge.tsx";
import { Panel } from "../shared/panel.tsx";
import { REPORTED_NAMES } from "./reported-names.ts";

/** Lists parcels that came back or got lost by their courier's report, to be confirmed on the order's page; nothing without. */
export function ReportedParcels({ parcels }: { parcels: readonly ReportedParcel[] }) {
  if (parcels.length === 0) return null;
  return (
    <Panel title="To confirm">
      <ul className="divide-y divide-sand">
        {parcels.map(({ number, courier, awb, end, at }) => (
          <li key={awb} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
            <Badge tone="attention">{REPORTED_NAMES[end]}</Badge>
            <span className="text-bark text-small wrap-anywhere">
              {courier}, AWB {awb}, {formatDateTime(at)}
            </span>
            <Link to={`/orders/${number}`} className="button-quiet ml-auto">
              Open {number}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
