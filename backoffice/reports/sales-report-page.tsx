import { useLoaderData, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import {
  isTimeGrouping,
  SALES_GROUPINGS,
  SALES_MEASURES,
  type SalesGrouping,
  type SalesMeasure,
  type SalesMeasures,
  type SalesReport,
} from "../../contract/admin/sales-report.ts";
import { call } from "../api/client.ts";
import { useAdminEvents } from "../shared/admin-events.ts";
import { changeOf } from "../shared/change.tsx";
import { Chart } from "../shared/chart.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { GROUPINGS, nameOf, periodText } from "./groupings.ts";
import { PeriodFilter } from "./period-filter.tsx";
import { ReportPage } from "./report-page.tsx";

const query = listQueryOf(adminEndpoints.readSalesReport.query);

const NONE: SalesMeasures = {
  orders: 0,
  units: 0,
  sales: 0,
  discounts: 0,
  returns: 0,
  returnedUnits: 0,
  returned: 0,
  refunds: 0,
  refunded: 0,
};
const NO_REPORT: SalesReport = {
  from: "",
  to: "",
  compared: { from: "", to: "" },
  total: NONE,
  before: NONE,
  rows: [],
  more: 0,
  isStale: false,
};

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("readSalesReport", { query: query.read(search) }), NO_REPORT);
  });

const MEASURES: Readonly<Record<SalesMeasure, string>> = {
  sales: "Sales",
  orders: "Orders",
  units: "Units",
  discounts: "Discounts",
  returns: "Returns",
  returnedUnits: "Returned units",
  returned: "Returned",
  refunds: "Refunds",
  refunded: "Refunded",
};
const MONEY: readonly SalesMeasure[] = ["sales", "discounts", "returned", "refunded"];
const format = (measure: SalesMeasure) => (value: number) =>
  MONEY.includes(measure) ? formatMoney(value) : value.toLocaleString("en-IN");

/** Returns the measures of a grouping: an order does not belong to a single category, nor a refund to a single product. */
const measuresOf = (by: SalesGrouping): readonly SalesMeasure[] =>
  by === "product" || by === "variant"
    ? ["sales", "orders", "units", "discounts", "returns", "returnedUnits", "returned"]
    : by === "category"
      ? ["sales", "units", "discounts", "returnedUnits", "returned"]
      : SALES_MEASURES;

const NOTES: Partial<Record<SalesGrouping, string>> = {
  product: "Products are without shipping and fees.",
  variant: "Sizes are without shipping and fees.",
  category: "Categories are without shipping and fees, and are those of the products today.",
  offer: "An order with two offers counts for both. Discounts are what the offer gave when the order was placed.",
  courier: "An order in several parcels counts for the courier of the first one.",
};

export default function SalesReportPage() {
  const { from, to, compared, total, before, rows, more, isStale, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const { revalidate } = useRevalidator();
  useAdminEvents(["orders"], () => void revalidate());
  const by = SALES_GROUPINGS.find((name) => name === search.get("by")) ?? "day";
  const measures = measuresOf(by);
  const measure = measures.find((name) => name === search.get("measure")) ?? "sales";
  const named = rows.map((row) => ({ ...row, name: nameOf(by, row.name), value: row.now[measure] }));
  const shown = isTimeGrouping(by) ? [...named].reverse() : named;
  return (
    <ReportPage
      title="Sales reports"
      csv={`/reports/sales.csv${query.withoutPage(search)}`}
      filters={<Filters from={from} to={to} measures={measures} />}
      problem={problem}
      caption={`${periodText({ from, to })}, compared with ${periodText(compared)}`}
      sums={(["sales", "orders", "units", "discounts", "returned", "refunded"] as const).map((name) => ({
        name: MEASURES[name],
        value: format(name)(total[name]),
        compared: [before[name], total[name]],
        isBadUp: name === "returned" || name === "refunded",
      }))}
      note={[
        isStale && "Orders of this period have just changed; their sums follow in a moment.",
        NOTES[by],
        more > 0 && `The page shows the first ${rows.length} of ${rows.length + more}; the CSV file has all.`,
      ]
        .filter(Boolean)
        .join(" ")}
      chart={
        <Chart
          title={`${MEASURES[measure]} by ${GROUPINGS[by].toLowerCase()}`}
          kind={isTimeGrouping(by) ? "time" : "categories"}
          measure={MEASURES[measure]}
          points={named}
          format={format(measure)}
        />
      }
    >
      <ResourceList
        label="Sales"
        rows={shown}
        keyOf={({ key }) => key}
        columns={columnsOf(by, measures, measure)}
        isEmptyRow={({ now }) => measures.every((name) => now[name] === 0)}
        empty="Nothing was sold, returned or refunded in this period."
      />
    </ReportPage>
  );
}

type Row = SalesReport["rows"][number];

function columnsOf(
  by: SalesGrouping,
  measures: readonly SalesMeasure[],
  measure: SalesMeasure,
): [Column<Row>, ...Column<Row>[]] {
  const second = measure === "units" ? "sales" : "units";
  return [
    { name: GROUPINGS[by], cell: ({ name }) => name, phone: "title" },
    ...measures.map(
      (name): Column<Row> => ({
        name: MEASURES[name],
        cell: ({ now }) => format(name)(now[name]),
        isNumber: true,
        ...(name === measure && { phone: "right" }),
        ...(name === second && {
          phone: "below",
          phoneName: ({ now }: Row) => ({ after: name === "units" && now.units === 1 ? "unit" : name }),
        }),
      }),
    ),
    ...(isTimeGrouping(by)
      ? []
      : [
          {
            name: "Change",
            cell: ({ now, before }: Row) => changeOf(now[measure], before?.[measure] ?? 0),
            isNumber: true,
            phone: "right-below",
          } satisfies Column<Row>,
        ]),
  ];
}

/** Filters, which apply at once. */
function Filters({ from, to, measures }: { from: string; to: string; measures: readonly SalesMeasure[] }) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const apply = (name: "by" | "compare" | "measure") => (value: string) =>
    void navigate(query.changed(search, { [name]: value }));
  return (
    <search className="mb-4 block">
      <PeriodFilter from={from} to={to} queryFor={(period) => query.changed(search, period)}>
        <SelectField
          label="Rows"
          value={search.get("by") ?? "day"}
          options={SALES_GROUPINGS.map((value) => ({ value, name: GROUPINGS[value] }))}
          onChange={apply("by")}
        />
        <SelectField
          label="Chart and order"
          value={search.get("measure") ?? "sales"}
          options={measures.map((value) => ({ value, name: MEASURES[value] }))}
          onChange={apply("measure")}
        />
        <SelectField
          label="Compared with"
          value={search.get("compare") ?? "before"}
          options={[
            { value: "before", name: "The period before" },
            { value: "year", name: "A year ago" },
          ]}
          onChange={apply("compare")}
        />
      </PeriodFilter>
    </search>
  );
}
