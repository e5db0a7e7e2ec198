import { Link, useLoaderData, useSearchParams } from "react-router";
import { MAX_TAB_COUNT } from "../../contract/admin/orders.ts";
import { PRODUCT_TABS, type ProductTab } from "../../contract/admin/products.ts";
import { call } from "../api/client.ts";
import { readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { Pager } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { useMay } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";
import { productQuery } from "./product-query.ts";
import { ProductTable } from "./product-table.tsx";

/** The list's state is the URL's query: tab, search and page. */
export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const query = productQuery.read(new URL(request.url).searchParams);
    const [list, counts] = await Promise.all([
      readList(call("listAdminProducts", { query }), { products: [], hasMore: false }),
      call("countAdminProducts", {}),
    ]);
    return { ...list, counts };
  });

const TAB_NAMES: Readonly<Record<ProductTab, string>> = {
  all: "All",
  drafts: "Drafts",
  scheduled: "Scheduled",
  archived: "Archived",
  low_stock: "Low or out of stock",
};

export default function ProductsPage() {
  const { products, hasMore, counts, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const mayCreate = [useMay("edit_products"), useMay("edit_prices")].every(Boolean);
  const current = search.get("tab") ?? "all";
  return (
    <>
      <title>Products</title>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h1>Products</h1>
        {mayCreate && (
          <Link to="/products/new" className="button-primary">
            New product
          </Link>
        )}
      </div>
      <Tabs
        label="States of products"
        tabs={PRODUCT_TABS.map((tab) => ({
          name: TAB_NAMES[tab],
          ...(tab !== "all" && { count: counts[tab] >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : counts[tab] }),
          to: productQuery.changed(search, { tab: tab === "all" ? undefined : tab }),
          isCurrent: tab === current,
        }))}
      />
      <search className="mb-3 block">
        <SearchField
          label="Search products"
          placeholder="SKU or words of the title"
          queryFor={(q) => productQuery.changed(search, { q })}
        />
      </search>
      <ProductTable
        key={search.toString()}
        products={products}
        empty={problem || (search.size === 0 ? "There are no products yet." : "No products match.")}
      />
      <Pager label="More products" hasMore={hasMore} last={products.at(-1)?._id} />
    </>
  );
}
