import { Link, useLoaderData, useSearchParams } from "react-router";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import type { ListedPurchase } from "../../contract/admin/purchases.ts";
import { formatCalendarDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Badge } from "../shared/badge.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { useMay } from "../shared/session.ts";
import { PurchaseTabs } from "./purchase-tabs.tsx";

const query = listQueryOf(adminEndpoints.listPurchases.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listPurchases", { query: query.read(search) }), { purchases: [], hasMore: false });
  });

const COLUMNS: [Column<ListedPurchase>, ...Column<ListedPurchase>[]] = [
  {
    name: "Document",
    cell: ({ documentNumber, takenBackAt }) => (
      <span className="wrap-anywhere">
        {documentNumber}
        {takenBackAt && <Badge className="ml-2">Taken back</Badge>}
      </span>
    ),
    phone: "title",
  },
  { name: "Supplier", cell: ({ supplier }) => <span className="wrap-anywhere">{supplier}</span>, phone: "below" },
  { name: "Date", cell: ({ documentDate }) => formatCalendarDay(documentDate), phone: "right-below" },
  { name: "Lines", cell: ({ lines }) => lines, isNumber: true },
  { name: "Units", cell: ({ units }) => units.toLocaleString("en-IN"), isNumber: true },
  { name: "GST", cell: ({ gst }) => formatMoney(gst), isNumber: true },
  { name: "Without GST", cell: ({ total }) => formatMoney(total), isNumber: true, phone: "right" },
];

/** Lists what the shop has bought. */
export default function PurchasesPage() {
  const { purchases, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const mayBook = useMay("book_purchases");
  return (
    <>
      <title>Purchases</title>
      <PageHead title="Purchases">
        {mayBook && (
          <Link to="/purchases/new" className="button-primary">
            Book a purchase
          </Link>
        )}
      </PageHead>
      <PurchaseTabs current="Purchases" />
      <search className="mb-3 block">
        <SearchField
          label="Search purchases"
          placeholder="Document’s number or supplier"
          queryFor={(q) => query.changed(search, { q })}
        />
      </search>
      <ResourceList
        label="Purchases"
        rows={purchases}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        nameOf={({ documentNumber }) => documentNumber}
        to={({ _id }) => `/purchases/${_id}`}
        empty={
          problemIn(problem) ||
          (search.get("q")
            ? "No purchases match."
            : "Nothing is booked yet. A purchase raises the stock, and says what its units cost.")
        }
        next={
          search.toString() !== ""
            ? { to: "?", name: "Show all purchases" }
            : mayBook
              ? { to: "/purchases/new", name: "Book a purchase" }
              : undefined
        }
      />
      <Pager label="More purchases" hasMore={hasMore} last={purchases.at(-1)?._id} />
    </>
  );
}
