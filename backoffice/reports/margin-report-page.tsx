import { Link, useLoaderData, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { MarginMeasures, MarginReport } from "../../contract/admin/margin-report.ts";
import { isTimeGrouping, SALES_GROUPINGS, type SalesGrouping } from "../../contract/admin/sales-report.ts";
import { call } from "../api/client.ts";
import { useAdminEvents } from "../shared/admin-events.ts";
import { Chart } from "../shared/chart.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { GROUPINGS, nameOf, periodText } from "./groupings.ts";
import { PeriodFilter } from "./period-filter.tsx";
import { ReportPage } from "./report-page.tsx";

const query = listQueryOf(adminEndpoints.readMarginReport.query);

const NONE: MarginMeasures = {
  units: 0,
  sales: 0,
  returned: 0,
  net: 0,
  cost: 0,
  losses: 0,
  fees: 0,
  couriers: 0,
  margin: null,
  uncostedUnits: 0,
  unbilledParcels: 0,
};
const NO_REPORT: MarginReport = { from: "", to: "", total: NONE, rows: [], more: 0, isStale: false };

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("readMarginReport", { query: query.read(search) }), NO_REPORT);
  });

const SHARED = "What a courier charges for a parcel is shared by its items, by price.";
const NOTES: Partial<Record<SalesGrouping, string>> = {
  product: `Products are without shipping and payment fees. ${SHARED}`,
  variant: `Sizes are without shipping and payment fees. ${SHARED}`,
  category: `Categories are without shipping and payment fees, and are those of the products today. ${SHARED}`,
  offer: "An order with two offers counts for both.",
};

/** Shows what the shop earns. */
export default function MarginReportPage() {
  const { from, to, total, rows, more, isStale, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  useAdminEvents(["orders"], () => void revalidate());
  const by = SALES_GROUPINGS.find((name) => name === search.get("by")) ?? "day";
  const named = rows.map((row) => ({
    ...row,
    name: nameOf(by, row.name),
    value: row.now.margin ?? 0,
    text: marginText(row.now),
  }));
  return (
    <ReportPage
      title="Margin"
      csv={`/reports/margin.csv${query.withoutPage(search)}`}
      filters={<Filters from={from} to={to} />}
      problem={problem}
      caption={periodText({ from, to })}
      sums={[
        { name: "Margin", value: marginText(total) },
        { name: "Sales without GST, less returns", value: formatMoney(total.net) },
        { name: "Cost of the goods", value: costText(total) },
        { name: "Lost and spoilt units", value: formatMoney(total.losses) },
        { name: "Payment fees paid so far", value: formatMoney(total.fees) },
        { name: "Couriers’ charges", value: couriersText(total) },
        { name: "Sold units of known cost", value: knownText(total) },
      ]}
      note={
        <>
          {isStale && "Orders of this period have just changed; their sums follow in a moment. "}
          {total.uncostedUnits > 0 && (
            <>
              {total.margin === null
                ? "What the sold units have cost is not known, so neither is the margin. "
                : "Units of unknown cost count as if they had cost nothing, so the margin is at most this. "}
              <Link to="/purchases/new" className="text-link">
                Book what is in stock
              </Link>{" "}
              to know it of the next ones.{" "}
            </>
          )}
          {total.unbilledParcels > 0 && (
            <>
              {total.unbilledParcels === 1
                ? "1 parcel is in no courier’s bill yet"
                : `${total.unbilledParcels.toLocaleString("en-IN")} parcels are in no courier’s bill yet`}
              {total.margin === null ? ". " : ", so the margin is at most this. "}
              <Link to="/purchases/courier-bills" className="text-link">
                Store couriers’ bills
              </Link>
              .{" "}
            </>
          )}
          {NOTES[by]} Couriers’ charges count on the day of the order, without GST, also if it came back.
          {more > 0 && ` The page shows the first ${rows.length} of ${rows.length + more}; the CSV file has all.`}
        </>
      }
      chart={
        total.margin !== null && (
          <Chart
            title={`Margin by ${GROUPINGS[by].toLowerCase()}`}
            kind={isTimeGrouping(by) ? "time" : "categories"}
            measure="Margin"
            points={named}
            format={formatMoney}
          />
        )
      }
    >
      <ResourceList
        label="Margin"
        rows={isTimeGrouping(by) ? [...named].reverse() : named}
        keyOf={({ key }) => key}
        columns={[{ name: GROUPINGS[by], cell: ({ name }) => name, phone: "title" }, ...COLUMNS]}
        isEmptyRow={isEmpty}
        empty="Nothing was sold, returned or lost in this period."
      />
    </ReportPage>
  );
}

type Row = MarginReport["rows"][number];
/** Whether nothing was sold, returned, lost or charged. */
const isEmpty = ({ now }: Row) =>
  [now.units, now.net, now.cost, now.losses, now.fees, now.couriers, now.unbilledParcels].every((sum) => sum === 0);
const COLUMNS: Column<Row>[] = [
  { name: "Units", cell: ({ now }) => now.units.toLocaleString("en-IN"), isNumber: true },
  { name: "Without GST", cell: ({ now }) => formatMoney(now.net), isNumber: true },
  {
    name: "Cost",
    cell: ({ now }) => costText(now),
    isNumber: true,
  },
  { name: "Losses", cell: ({ now }) => formatMoney(now.losses), isNumber: true },
  { name: "Fees", cell: ({ now }) => formatMoney(now.fees), isNumber: true },
  {
    name: "Couriers",
    cell: ({ now }) => couriersText(now),
    isNumber: true,
    phone: "right-below",
    phoneName: { before: "Couriers:" },
  },
  {
    name: "Unknown cost",
    cell: ({ now }) => (now.uncostedUnits > 0 ? `${now.uncostedUnits} of unknown cost` : ""),
    isNumber: true,
    phone: "below",
  },
  {
    name: "Margin",
    cell: ({ now }) => marginText(now),
    isNumber: true,
    phone: "right",
  },
];

const costText = ({ margin, cost, uncostedUnits }: MarginMeasures) => {
  if (margin === null) return "Unknown";
  return uncostedUnits > 0 ? `At least ${formatMoney(cost)}` : formatMoney(cost);
};

/** "4 of 5 (80 %)", never rounded up to all of them. */
function knownText({ units, uncostedUnits }: MarginMeasures): string {
  const known = Math.max(0, units - uncostedUnits);
  const numbers = `${known.toLocaleString("en-IN")} of ${units.toLocaleString("en-IN")}`;
  return units > 0 ? `${numbers} (${Math.floor((known / units) * 100)} %)` : numbers;
}

/** "₹60"; "At least ₹60" if some parcels are not billed, "Unknown" if none is. */
function couriersText({ couriers, unbilledParcels }: MarginMeasures): string {
  if (unbilledParcels === 0) return formatMoney(couriers);
  return couriers > 0 ? `At least ${formatMoney(couriers)}` : "Unknown";
}

/** "₹500 (42 %)"; "At most ₹500" if units or parcels of unknown cost are among the sold ones; "Unknown" if no cost of units is known. */
function marginText({ margin, net, uncostedUnits, unbilledParcels }: MarginMeasures): string {
  if (margin === null) return "Unknown";
  if (uncostedUnits > 0 || unbilledParcels > 0) return `At most ${formatMoney(margin)}`;
  return net > 0 ? `${formatMoney(margin)} (${Math.round((margin / net) * 100)} %)` : formatMoney(margin);
}

function Filters({ from, to }: { from: string; to: string }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <search className="mb-4 block">
      <PeriodFilter from={from} to={to} queryFor={(period) => query.changed(search, period)}>
        <SelectField
          label="Rows"
          value={search.get("by") ?? "day"}
          options={SALES_GROUPINGS.map((value) => ({ value, name: GROUPINGS[value] }))}
          onChange={(by) => void navigate(query.changed(search, { by }))}
        />
      </PeriodFilter>
    </search>
  );
}
