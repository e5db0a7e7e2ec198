/** The common layout of reports: links to the others, filters, sums, chart, table, and the same data as a CSV file. */

import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { changeOf } from "../shared/change.ts";
import { Empty } from "../shared/empty.tsx";
import { filterProblem, type QueryProblem } from "../shared/filter-problem.ts";
import { useMay } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";

/** The report that not everybody who sees sales may see. */
const OF_COSTS = "/reports/margin";
const REPORTS = [
  { to: "/reports/sales", name: "Sales" },
  { to: OF_COSTS, name: "Margin" },
  { to: "/reports/stock", name: "Stock value" },
  { to: "/reports/customers", name: "Returning customers" },
] as const;

export interface Sum {
  name: string;
  value: string;
  /** The sums of the compared period and of the period; missing for a value that is not compared. */
  compared?: readonly [before: number, now: number];
}

interface ReportPageProps {
  title: string;
  /** The path of the CSV file below `/admin/api`, with its query. */
  csv: string;
  /** The filters, which apply at once. */
  filters?: ReactNode;
  /** Why there is no report, for example an invalid filter. */
  problem?: QueryProblem | null;
  /** What the sums are for: "1 to 30 November 2026, compared with …". */
  caption: ReactNode;
  sums: readonly Sum[];
  /** A note about the numbers. */
  note?: ReactNode;
  chart: ReactNode;
  children: ReactNode;
}

export function ReportPage({
  title,
  csv,
  filters,
  problem = null,
  caption,
  sums,
  note,
  chart,
  children,
}: ReportPageProps) {
  const { pathname } = useLocation();
  const maySeeCosts = useMay("view_costs");
  const reports = REPORTS.filter(({ to }) => maySeeCosts || to !== OF_COSTS);
  return (
    <>
      <title>{title}</title>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h1>{title}</h1>
        {!problem && (
          <a href={`/admin/api${csv}`} download className="button-quiet">
            Download as CSV
          </a>
        )}
      </div>
      <Tabs label="Reports" tabs={reports.map(({ to, name }) => ({ to, name, isCurrent: pathname === to }))} />
      {filters}
      {problem ? (
        <Empty>
          {filterProblem(problem)}{" "}
          <Link to={pathname} className="text-link">
            Show the last 30 days
          </Link>
        </Empty>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <section aria-label="Sums" className="panel p-5">
            <p className="mb-3 text-bark text-small">{caption}</p>
            <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
              {sums.map(({ name, value, compared: [before, now] = [0, 0] }) => (
                <div key={name}>
                  <dt className="text-bark text-small">{name}</dt>
                  <dd>
                    <span className="block font-semibold">{value}</span>
                    <span className="text-bark text-small">{changeOf(now, before)}</span>
                  </dd>
                </div>
              ))}
            </dl>
            {note && <p className="mt-3 text-bark text-small">{note}</p>}
          </section>
          {chart}
          {children}
        </div>
      )}
    </>
  );
}
