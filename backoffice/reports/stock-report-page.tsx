import { useLoaderData, useNavigate, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { SLOW_DAYS, type StockRow } from "../../contract/admin/reports.ts";
import { formatShortDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Chart } from "../shared/chart.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { SelectField } from "../shared/select-field.tsx";
import { ReportPage } from "./report-page.tsx";

const query = listQueryOf(adminEndpoints.readStockReport.query);
const NONE = { sizes: 0, units: 0, value: 0, cost: null, uncostedUnits: null };

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("readStockReport", { query: query.read(search) }), {
      total: NONE,
      slow: NONE,
      categories: [],
      rows: [],
      more: 0,
    });
  });

export default function StockReportPage() {
  const { total, slow, categories, rows, more, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  return (
    <ReportPage
      title="Stock value"
      csv={`/reports/stock.csv${query.withoutPage(search)}`}
      filters={
        <search className="mb-4 block md:w-64">
          <SelectField
            label="Order"
            value={search.get("sort") ?? "value"}
            options={[
              { value: "value", name: "Most value first" },
              { value: "slow", name: "Slowest first" },
            ]}
            onChange={(value) => void navigate(query.changed(search, { sort: value === "value" ? "" : value }))}
          />
        </search>
      }
      problem={problem}
      caption="Units on hand at their selling prices of today, and what they have cost, as far as purchases say it."
      sums={[
        { name: "Value", value: formatMoney(total.value) },
        ...(total.cost === null
          ? []
          : [
              {
                name: "Cost",
                value: formatMoney(total.cost),
                note: total.uncostedUnits ? `without ${unitsIn(total.uncostedUnits)} of unknown cost` : "",
              },
            ]),
        { name: "Units", value: total.units.toLocaleString("en-IN"), note: sizesIn(total.sizes) },
        {
          name: `Not sold in ${SLOW_DAYS} days`,
          value: formatMoney(slow.value),
          note: `${unitsIn(slow.units)} ${sizesIn(slow.sizes)}`,
        },
      ]}
      note={more > 0 && `The page shows the first ${rows.length} sizes; the CSV file has all.`}
      chart={
        <Chart
          title="Value by category"
          kind="categories"
          measure="Value"
          points={categories.map(({ name, value, units }) => ({ key: name, name, value, units }))}
          more={[{ name: "Units", cell: ({ units }) => units }]}
          format={formatMoney}
          empty="Nothing is on hand."
        />
      }
    >
      <ResourceList
        label="Stock value"
        rows={rows}
        keyOf={({ sku }) => sku}
        columns={COLUMNS}
        empty="Nothing is on hand."
      />
    </ReportPage>
  );
}

const COLUMNS: [Column<StockRow>, ...Column<StockRow>[]] = [
  {
    name: "Size",
    cell: ({ title, label, sku }) => (
      <>
        {title}, {label}
        <span className="block text-bark text-small max-md:hidden">{sku}</span>
      </>
    ),
    phone: "title",
  },
  {
    name: "Units",
    cell: ({ units }) => units,
    isNumber: true,
    phone: "below",
    phoneName: ({ units }) => ({ after: units === 1 ? "unit" : "units" }),
  },
  { name: "Value", cell: ({ value }) => formatMoney(value), isNumber: true, phone: "right" },
  { name: "Cost", cell: costText, isNumber: true },
  { name: "Sold in 30 days", cell: ({ recent }) => recent, isNumber: true },
  { name: `Sold in ${SLOW_DAYS} days`, cell: ({ sold }) => sold, isNumber: true },
  { name: "Last sold", cell: ({ lastSold }) => (lastSold ? formatShortDay(lastSold) : "–") },
  {
    name: "Lasts",
    cell: ({ daysLeft }) => lasts(daysLeft),
    isNumber: true,
    phone: "right-below",
  },
];

const unitsIn = (units: number) => `${units.toLocaleString("en-IN")} ${units === 1 ? "unit" : "units"}`;
const sizesIn = (sizes: number) => `in ${sizes.toLocaleString("en-IN")} ${sizes === 1 ? "size" : "sizes"}`;

/** The known cost, and the units of which it is unknown. */
function costText({ cost, uncostedUnits }: Pick<StockRow, "cost" | "uncostedUnits">): string {
  if (cost === null) return "";
  if (!uncostedUnits) return formatMoney(cost);
  return cost === 0 ? "–" : `${formatMoney(cost)}, ${uncostedUnits} unknown`;
}

/** "40 days"; above a year, for which sales of a month say little, "over a year". */
function lasts(days: number | null): string {
  if (days === null) return "Does not sell";
  return days > 365 ? "Over a year" : `${days} days`;
}
