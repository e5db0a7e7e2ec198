import { Link, useLoaderData, useSearchParams } from "react-router";
import { MAX_TAB_COUNT, ORDER_TABS, type OrderTab } from "../../contract/admin/orders.ts";
import { call, RequestError } from "../api/client.ts";
import { load } from "../shared/load.ts";
import { NewRows } from "../shared/new-rows.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { Badges, FilterBar } from "./order-filters.tsx";
import { changed, queryOf } from "./order-query.ts";
import { OrderTable } from "./order-table.tsx";
import { SavedViews } from "./saved-views.tsx";
import { useSelection } from "./selection.ts";

/** The list's state is the URL's query: tab, search, filters, order and page. */
export async function clientLoader({ request }: { request: Request }) {
  const query = queryOf(new URL(request.url).searchParams);
  return load(request, async () => {
    const counts = call("countOrders", {});
    const list = call("listAllOrders", { query }).then(
      (read) => ({ ...read, problem: "" }),
      (error: unknown) => {
        if (!(error instanceof RequestError) || error.code !== "bad_request") throw error;
        return { orders: [], hasMore: false, problem: error.message };
      },
    );
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

export default function OrdersPage() {
  const { views } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  return (
    <>
      <title>Orders</title>
      <h1 className="mb-3">Orders</h1>
      <Tabs />
      <FilterBar />
      <Badges />
      <SavedViews views={views} />
      <Found key={search.toString()} />
    </>
  );
}

/** The orders that match; another filter begins with nothing selected. */
function Found() {
  const { orders, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const selected = useSelection(orders);
  const last = orders.at(-1);
  return (
    <>
      {!search.has("after") && search.get("sort") !== "oldest" && (
        <NewRows
          key={`${search} ${orders[0]?.number}`}
          topic="orders"
          noun={["order", "orders"]}
          count={async () => {
            const now = await call("listAllOrders", { query: queryOf(search) });
            const newest = orders[0]?.orderedAt ?? "";
            return now.orders.filter(({ orderedAt }) => orderedAt > newest).length;
          }}
        />
      )}
      {orders.length > 0 ? (
        <OrderTable orders={orders} selected={selected} />
      ) : (
        <p role="status" className="panel p-6 text-bark">
          {problem ||
            (search.size === 0 ? "There is no order yet." : "No order is like this. Remove a filter, please.")}
        </p>
      )}
      <BulkBar orders={orders} hasMore={hasMore || search.has("after")} selected={selected} />
      <nav aria-label="More orders" className="mt-3 flex gap-2">
        {search.has("after") && (
          <Link to={changed(search, {})} className="button-quiet">
            First page
          </Link>
        )}
        {hasMore && last && (
          <Link to={changed(search, { after: last.number })} className="button-quiet">
            Next page
          </Link>
        )}
      </nav>
    </>
  );
}

function Tabs() {
  const { counts } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const current = search.get("tab") ?? "all";
  return (
    <nav
      aria-label="What is to be done"
      className="-mx-4 mb-3 flex gap-1 overflow-x-auto border-sand border-b px-4 md:mx-0 md:px-0"
    >
      {ORDER_TABS.map((tab) => (
        <Link
          key={tab}
          to={changed(search, { tab: tab === "all" ? undefined : tab })}
          aria-current={tab === current ? "page" : undefined}
          className="whitespace-nowrap border-transparent border-b-2 px-3 py-2.5 hover:border-sand aria-[current=page]:border-leaf aria-[current=page]:font-semibold"
        >
          {TAB_NAMES[tab]}
          {tab !== "all" && <span className="ml-1.5 text-bark text-small">{tabCount(counts[tab])}</span>}
        </Link>
      ))}
    </nav>
  );
}

const tabCount = (count: number) => (count >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : count);
