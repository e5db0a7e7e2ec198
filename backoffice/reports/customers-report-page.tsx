import { useLoaderData, useRevalidator } from "react-router";
import type { CohortReport } from "../../contract/admin/reports.ts";
import { formatDateTime, formatMonth, startOfDayInIndia } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { useAdminEvents } from "../shared/admin-events.ts";
import { Chart } from "../shared/chart.tsx";
import { load } from "../shared/load.ts";
import { PlainTable } from "../shared/plain-table.tsx";
import { ReportPage } from "./report-page.tsx";

export const clientLoader = ({ request }: { request: Request }) => load(request, () => call("readCohorts", {}));

type Cohort = CohortReport["cohorts"][number];
/** Number of columns of the table. */
const MONTHS_AFTER = 12;
const percent = (part: number, whole: number) => (whole === 0 ? "" : `${Math.round((part / whole) * 100)} %`);
const monthOf = ({ month }: Cohort) => formatMonth(startOfDayInIndia(month));

export default function CustomersReportPage() {
  const { cohorts, computedAt } = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  useAdminEvents(["orders"], () => void revalidate());
  const sum = (part: (cohort: Cohort) => number) => cohorts.reduce((total, cohort) => total + part(cohort), 0);
  const [customers, returning] = [sum((cohort) => cohort.customers), sum((cohort) => cohort.returning)];
  const after = Array.from({ length: MONTHS_AFTER }, (_, at) => at + 1);
  return (
    <ReportPage
      title="Returning customers"
      csv="/reports/customers.csv"
      caption={
        computedAt
          ? `Customers by the month of their first order, as of ${formatDateTime(computedAt)}.`
          : "Not computed yet; please look again in a minute."
      }
      sums={[
        { name: "Customers", value: customers.toLocaleString("en-IN") },
        { name: "Ordered again", value: returning.toLocaleString("en-IN") },
        { name: "Share", value: percent(returning, customers) || "–" },
      ]}
      chart={
        <Chart
          title="Who ordered again, by the month of the first order"
          kind="time"
          measure="Ordered again, %"
          points={cohorts.map((cohort) => ({
            key: cohort.month,
            name: monthOf(cohort),
            value: Math.round((cohort.returning / Math.max(cohort.customers, 1)) * 100),
          }))}
          format={(value) => `${value} %`}
          empty="Nobody has ordered a second time yet."
        />
      }
    >
      <section className="panel p-5" aria-labelledby="months-after">
        <h2 id="months-after" className="mb-2">
          Who ordered again, by months after the first order
        </h2>
        {cohorts.length === 0 ? (
          <p className="text-bark">Nobody has ordered yet.</p>
        ) : (
          <PlainTable
            label="Who ordered again, by month"
            rows={[...cohorts].reverse().map((cohort) => ({ ...cohort, key: cohort.month }))}
            columns={[
              {
                name: "First order",
                cell: (cohort) => <span className="max-md:inline-block md:whitespace-nowrap">{monthOf(cohort)}</span>,
              },
              { name: "Customers", cell: (cohort) => cohort.customers, isNumber: true },
              ...after.map((months) => ({
                name: `+${months}`,
                // Nobody, or not yet.
                cell: (cohort: Cohort) => {
                  const again = cohort.months.find((row) => row.after === months)?.customers ?? 0;
                  return again > 0 && percent(again, cohort.customers);
                },
                isNumber: true,
              })),
            ]}
          />
        )}
      </section>
    </ReportPage>
  );
}
