import { Link, useRevalidator } from "react-router";
import type { ScanProblem, UnclearBooking } from "../../contract/admin/parcel-scans.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { Panel } from "../shared/panel.tsx";
import { useAction } from "../shared/use-action.ts";

interface ScanProblemsProps {
  problems: readonly ScanProblem[];
  unclear: readonly UnclearBooking[];
}

/** Lists what couriers report that contradicts what is known, and bookings whose answer no look-up has found; nothing without. */
export function ScanProblems({ problems, unclear }: ScanProblemsProps) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  if (problems.length + unclear.length === 0) return null;
  return (
    <Panel title="To look into">
      <ul className="divide-y divide-sand">
        {unclear.map(({ number, account, key, askedAt, detail }) => (
          <li key={key} className="grid gap-1 py-3 wrap-anywhere">
            <p>
              <Link to={`/orders/${number}`} className="text-link">
                {number}
              </Link>{" "}
              <span className="text-bark text-small">
                {account}, {formatDateTime(askedAt)}
              </span>
            </p>
            <p>
              The courier’s answer to the booking is lost, and it can’t be looked up. See whether its panel has a parcel
              named {key}. The shop goes on trying, and books nothing else until it knows. If the panel has none, or you
              have cancelled it there, cancel the booking on the order’s page.
            </p>
            {detail && <p className="text-bark text-small">The courier says: {detail}</p>}
          </li>
        ))}
        {problems.map(({ number, scan }) => (
          <li key={scan._id} className="grid gap-1 py-3 wrap-anywhere">
            <p>
              <Link to={`/orders/${number}`} className="text-link">
                {number}
              </Link>{" "}
              <span className="text-bark text-small">
                {scan.courier}, AWB {scan.awb}, {formatDateTime(scan.at)}
              </span>
            </p>
            <p>{scan.problem}</p>
            {scan.text && <p className="text-bark text-small">The courier says: {scan.text}</p>}
            <Button
              type="button"
              className="button-quiet justify-self-start"
              disabled={busy}
              onClick={() =>
                void run(async () => {
                  await call("resolveScanProblem", { params: { id: scan._id } });
                  await revalidate();
                })
              }
            >
              Looked into<span className="sr-only">, order {number}</span>
            </Button>
          </li>
        ))}
      </ul>
      <Problem error={error} otherwise={error?.errors[0]?.message} />
    </Panel>
  );
}
