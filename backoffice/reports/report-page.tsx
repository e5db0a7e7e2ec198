/** The common layout of reports: links to the others, filters, sums, chart, table, and the same data as a CSV file. */

import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Change } from "../shared/change.tsx";
import { Empty } from "../shared/empty.tsx";
import { Figures } from "../shared/figures.tsx";
import { filterProblem, type QueryProblem } from "../shared/filter-problem.ts";
import { PageHead } from "../shared/page-head.tsx";
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
  /** Whether more is worse, as of refunds. */
  isBadUp?: boolean;
  /** What stands below a value that is not compared. */
  note?: string;
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
      <PageHead title={title}>
        {!problem && (
          <a href={`/admin/api${csv}`} download className="button-quiet">
            Download as CSV
          </a>
        )}
      </PageHead>
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
            <Figures
              figures={sums.map(({ name, value, compared: [before, now] = [0, 0], isBadUp = false, note }) => ({
                name,
                value,
                more: note ? (
                  <span className="text-bark text-small">{note}</span>
                ) : (
                  <Change now={now} before={before} isBadUp={isBadUp} />
                ),
              }))}
            />
            {note && <p className="mt-3 text-bark text-small">{note}</p>}
          </section>
          {chart}
          {children}
        </div>
      )}
    </>
  );
}
