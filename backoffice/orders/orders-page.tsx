import { useLoaderData, useSearchParams } from "react-router";
import { MAX_TAB_COUNT, ORDER_TABS, type OrderTab } from "../../contract/admin/orders.ts";
import { call } from "../api/client.ts";
import { problemIn } from "../shared/filter-problem.tsx";
import { readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { NewRows } from "../shared/new-rows.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { Pager } from "../shared/resource-list.tsx";
import { useSelection } from "../shared/selection.ts";
import { useMay } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { DeliverFile } from "./deliver-file.tsx";
import { ExportOrders } from "./export-orders.tsx";
import { Badges, FilterBar } from "./order-filters.tsx";
import { orderQuery } from "./order-query.ts";
import { OrderTable } from "./order-table.tsx";
import { SavedViews } from "./saved-views.tsx";
import { ShipFile } from "./ship-file.tsx";

/** Reads the list. Its state is the URL's query: tab, search, filters, order and page. */
export async function clientLoader({ request }: { request: Request }) {
  const query = orderQuery.read(new URL(request.url).searchParams);
  return load(request, async () => {
    const counts = call("countOrders", {});
    const list = readList(call("listAllOrders", { query }), { orders: [], hasMore: false });
    const [counted, listed, views] = await Promise.all([counts, list, call("listViews", {})]);
    return { ...listed, counts: counted, views };
  });
}

const TAB_NAMES: Readonly<Record<OrderTab, string>> = {
  to_pack: "To pack",
  to_ship: "To ship",
  in_transit: "In transit",
  returns: "Returns",
  unpaid: "Unpaid",
  all: "All",
};

/** All comes first, as in every list. */
const TABS: readonly OrderTab[] = ["all", ...ORDER_TABS.filter((tab) => tab !== "all")];

export default function OrdersPage() {
  const { views } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  return (
    <>
      <title>Orders</title>
      <PageHead title="Orders">
        {search.get("tab") === "in_transit" ? <DeliverFile /> : <ShipFile />}
        <ExportOrders />
      </PageHead>
      <OrderTabs />
      <FilterBar />
      <Badges />
      <SavedViews views={views} />
      <Found key={search.toString()} />
    </>
  );
}

/** Shows the matching orders; with another filter nothing is selected. */
function Found() {
  const { orders, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const mayDraft = useMay("change_orders");
  const selection = useSelection(orders.map(({ number }) => number));
  return (
    <>
      {!search.has("after") && search.get("sort") !== "oldest" && (
        <NewRows
          key={`${search} ${orders[0]?.number}`}
          topic="orders"
          noun={["order", "orders"]}
          count={async () => {
            const now = await call("listAllOrders", { query: orderQuery.read(search) });
            const newest = orders[0]?.orderedAt ?? "";
            return now.orders.filter(({ orderedAt }) => orderedAt > newest).length;
          }}
        />
      )}
      <OrderTable
        orders={orders}
        selection={selection}
        empty={
          problemIn(problem) ||
          (search.toString() === ""
            ? "There are no orders yet. What customers buy is listed here by itself; an order by phone begins as a draft."
            : "No orders match. Remove a filter, or look in another tab.")
        }
        next={
          search.toString() !== ""
            ? { to: "?", name: "Show all orders" }
            : mayDraft
              ? { to: "/draft-orders", name: "Create a draft order" }
              : undefined
        }
      />
      <BulkBar orders={orders} hasMore={hasMore || search.has("after")} selection={selection} />
      <Pager label="More orders" hasMore={hasMore} last={orders.at(-1)?.number} />
    </>
  );
}

function OrderTabs() {
  const { counts } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const current = search.get("tab") ?? "all";
  return (
    <Tabs
      label="What is to be done"
      tabs={TABS.map((tab) => ({
        name: TAB_NAMES[tab],
        ...(tab !== "all" && { count: tabCount(counts[tab]) }),
        to: orderQuery.changed(search, { tab: tab === "all" ? undefined : tab }),
        isCurrent: tab === current,
      }))}
    />
  );
}

const tabCount = (count: number) => (count >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : count);
