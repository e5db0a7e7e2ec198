import { Link, useLoaderData, useSearchParams } from "react-router";
import { MAX_TAB_COUNT } from "../../contract/admin/orders.ts";
import { GRID_PERMISSIONS } from "../../contract/admin/product-grid.ts";
import { PRODUCT_TABS, type ProductTab } from "../../contract/admin/products.ts";
import { call } from "../api/client.ts";
import { problemIn } from "../shared/filter-problem.tsx";
import { readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { MoreActions } from "../shared/more-actions.tsx";
import { MoveInHint } from "../shared/move-in-hint.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { BULK_BAR, Pager } from "../shared/resource-list.tsx";
import { useSelection } from "../shared/selection.ts";
import { useMay, useMe } from "../shared/session.ts";
import { Tabs } from "../shared/tabs.tsx";
import { ProductFilters } from "./product-filters.tsx";
import { productQuery } from "./product-query.ts";
import { ProductTable } from "./product-table.tsx";
import { PublishProducts } from "./publish-products.tsx";

/** Reads the list. Its state is the URL's query: tab, search, category and page. */
export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const query = productQuery.read(new URL(request.url).searchParams);
    const [list, counts, categories] = await Promise.all([
      readList(call("listAdminProducts", { query }), { products: [], hasMore: false }),
      call("countAdminProducts", {}),
      call("listProductCategories", {}),
    ]);
    return { ...list, counts, categories };
  });

const TAB_NAMES: Readonly<Record<ProductTab, string>> = {
  all: "All",
  drafts: "Drafts",
  scheduled: "Scheduled",
  archived: "Archived",
  low_stock: "Low or out of stock",
  ended_claims: "Claims to renew",
};

export default function ProductsPage() {
  const { products, hasMore, counts, categories, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const selection = useSelection(products.map(({ _id }) => _id));
  const { permissions } = useMe();
  const mayEdit = Object.values(GRID_PERMISSIONS).some((permission) => permissions.includes(permission));
  const mayPublish = permissions.includes(GRID_PERMISSIONS.state);
  const filter = productQuery.withoutPage(search);
  const mayCreate = [useMay("edit_products"), useMay("edit_prices")].every(Boolean);
  const current = search.get("tab") ?? "all";
  return (
    <>
      <title>Products</title>
      <PageHead title="Products">
        <MoreActions>
          {mayEdit && products.length > 0 && (
            <Link to={`/products/grid${filter}`} className="button-quiet">
              Edit as a grid
            </Link>
          )}
          <a href={`/admin/api/catalogue.csv${filter}`} download="products.csv" className="button-quiet">
            Download as CSV
          </a>
        </MoreActions>
        {mayCreate && (
          <Link to="/products/new" className="button-primary">
            New product
          </Link>
        )}
      </PageHead>
      <Tabs
        label="States of products"
        tabs={PRODUCT_TABS.map((tab) => ({
          name: TAB_NAMES[tab],
          ...(tab !== "all" && { count: counts[tab] >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : counts[tab] }),
          to: productQuery.changed(search, { tab: tab === "all" ? undefined : tab }),
          isCurrent: tab === current,
        }))}
      />
      <ProductFilters categories={categories} />
      <ProductTable
        key={search.toString()}
        products={products}
        selection={mayEdit ? selection : undefined}
        empty={
          problemIn(problem) ||
          (search.toString() === "" ? (
            <>
              There are no products yet. Add one, or import a file with all of them. <MoveInHint />
            </>
          ) : (
            "No products match."
          ))
        }
        next={
          search.toString() !== ""
            ? { to: "?", name: "Show all products" }
            : mayEdit
              ? { to: "/imports", name: "Import a product file" }
              : undefined
        }
      />
      {selection.keys.length > 0 && (
        <section
          id={BULK_BAR}
          tabIndex={-1}
          aria-label="Selected products"
          data-bottom-bar
          className="panel sticky bottom-2 z-10 mt-3 flex flex-wrap items-center gap-2 p-3 shadow-lg"
        >
          <p role="status" className="mr-auto font-semibold">
            {selection.keys.length === 1 ? "1 product selected" : `${selection.keys.length} products selected`}
          </p>
          <Link
            to={`/products/grid?${new URLSearchParams({ ids: selection.keys.join(",") })}`}
            className="button-primary"
          >
            Edit these as a grid
          </Link>
          {mayPublish && (
            <PublishProducts
              products={products.filter(({ _id }) => selection.keys.includes(_id))}
              onPublished={(ids) => {
                for (const id of ids) selection.toggle(id);
              }}
            />
          )}
          <button type="button" className="button-quiet" onClick={selection.clear}>
            Clear
          </button>
        </section>
      )}
      <Pager label="More products" hasMore={hasMore} last={products.at(-1)?._id} />
    </>
  );
}
