import { Link, useLoaderData, useNavigate, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { type ListedStock, STOCK_TABS, type StockTab } from "../../contract/admin/stock.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { MoreActions } from "../shared/more-actions.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { useMay } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";

const query = listQueryOf(adminEndpoints.listStock.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listStock", { query: query.read(search) }), { sizes: [], hasMore: false });
  });

const TABS: Readonly<Record<StockTab, string>> = { all: "All", low: "Running out" };

const COLUMNS: [Column<ListedStock>, ...Column<ListedStock>[]] = [
  { name: "Size", cell: ({ title, size }) => (size ? `${title}, ${size}` : title), phone: "title" },
  { name: "SKU", cell: ({ sku }) => <span className="text-bark">{sku}</span>, phone: "below" },
  { name: "On hand", cell: ({ onHand }) => onHand, isNumber: true },
  { name: "Reserved", cell: ({ reserved }) => reserved || "–", isNumber: true },
  { name: "Withheld", cell: ({ withheld }) => withheld || "–", isNumber: true },
  {
    name: "Cost",
    cell: ({ cost, uncosted }) =>
      cost === null
        ? ""
        : uncosted && cost === 0
          ? "–"
          : `${formatMoney(cost)}${uncosted ? `, ${uncosted} unknown` : ""}`,
    isNumber: true,
  },
  {
    name: "Available",
    cell: ({ available, isLow }) =>
      isLow ? <Badge tone={available > 0 ? "attention" : "danger"}>{available || "Sold out"}</Badge> : available,
    isNumber: true,
    phone: "right",
  },
];

const [FIRST, ...OTHERS] = COLUMNS;
const WITHOUT_COST: typeof COLUMNS = [FIRST, ...OTHERS.filter(({ name }) => name !== "Cost")];

export default function StockPage() {
  const { sizes, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const tab = search.get("tab") ?? "all";
  const mayCount = useMay("adjust_stock");
  const maySeeCosts = useMay("view_costs");
  const maySeeLots = useMay("view_orders");
  return (
    <>
      <title>Stock</title>
      <PageHead title="Stock">
        <MoreActions>
          <a href={`/admin/api/stock.csv${query.withoutPage(search)}`} download="stock.csv" className="button-quiet">
            Download as CSV
          </a>
        </MoreActions>
        {mayCount && (
          <Link to={`/stock/count${query.withoutPage(search)}`} className="button-quiet">
            Count sheet
          </Link>
        )}
      </PageHead>
      <Tabs
        label="Parts of the stock"
        tabs={STOCK_TABS.map((name) => ({
          name: TABS[name],
          to: query.changed(search, { tab: name === "all" ? undefined : name }),
          isCurrent: name === tab,
        }))}
      />
      <search className="mb-3 flex flex-wrap gap-3">
        <SearchField
          label="Search stock"
          placeholder="SKU or words of the title"
          queryFor={(q) => query.changed(search, { q })}
        />
        {maySeeLots && (
          <form
            className="w-full md:w-56"
            onSubmit={(event) => {
              event.preventDefault();
              const lot = String(new FormData(event.currentTarget).get("lot")).trim();
              if (lot) void navigate(`/lots/${encodeURIComponent(lot)}`);
            }}
          >
            <input name="lot" className="field" aria-label="Open a lot" placeholder="Number of a lot" />
          </form>
        )}
      </search>
      <ResourceList
        label="Stock"
        rows={sizes}
        columns={maySeeCosts ? COLUMNS : WITHOUT_COST}
        keyOf={({ sku }) => sku}
        to={({ sku }) => `/stock/${encodeURIComponent(sku)}`}
        empty={
          problemIn(problem) ||
          (search.get("q")
            ? "No sizes match."
            : tab === "low"
              ? "No size is running out."
              : "There are no sizes yet. Each size of a product has its stock here.")
        }
        next={
          search.toString() !== ""
            ? { to: "?", name: "Show all stock" }
            : { to: "/products", name: "Go to the products" }
        }
      />
      <Pager label="More sizes" hasMore={hasMore} last={sizes.at(-1)?.sku} />
    </>
  );
}
