import { useLoaderData, useSearchParams } from "react-router";
import type { ListedCustomer } from "../../contract/admin/customers.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { formatShortDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Email } from "../shared/email.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { useMay } from "../shared/session.ts";

const query = listQueryOf(adminEndpoints.listCustomers.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, () => {
    const search = new URL(request.url).searchParams;
    return readList(call("listCustomers", { query: query.read(search) }), { customers: [], hasMore: false });
  });

const COLUMNS: readonly [Column<ListedCustomer>, ...Column<ListedCustomer>[]] = [
  { name: "Customer", phone: "title", cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
  {
    name: "Email",
    phone: "below",
    cell: ({ email }) => (
      <span className="text-bark">
        <Email of={email} />
      </span>
    ),
  },
  { name: "Phone", cell: ({ mobile }) => <span className="text-bark">{mobile}</span> },
  {
    name: "Joined",
    cell: ({ joinedAt }) => (
      <span className="max-md:inline-block md:whitespace-nowrap text-bark">{formatShortDay(joinedAt)}</span>
    ),
  },
  {
    name: "Last order",
    cell: ({ lastOrderAt }) => (
      <span className="max-md:inline-block md:whitespace-nowrap text-bark">
        {lastOrderAt ? formatShortDay(lastOrderAt) : "–"}
      </span>
    ),
  },
  {
    name: "Orders",
    isNumber: true,
    phone: "right",
    phoneName: ({ orders }) => ({ after: orders === 1 ? "order" : "orders" }),
    cell: ({ orders }) => orders,
  },
  {
    name: "Spent",
    isNumber: true,
    phone: "right-below",
    cell: ({ spent }) => (spent === 0 ? "–" : formatMoney(spent)),
  },
];

export default function CustomersPage() {
  const { customers, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const mayExport = useMay("export_customers");
  return (
    <>
      <title>Customers</title>
      <PageHead title="Customers">
        {mayExport && (
          <a href={`/admin/api/customers.csv${query.withoutPage(search)}`} download className="button-quiet">
            Export as CSV
          </a>
        )}
      </PageHead>
      <search className="mb-3 block">
        <SearchField
          label="Search customers"
          placeholder="Name, email, phone or order"
          queryFor={(q) => query.changed(search, { q })}
        />
      </search>
      <ResourceList
        label="Customers"
        rows={customers}
        columns={COLUMNS}
        keyOf={({ _id }) => _id}
        to={({ _id }) => `/customers/${_id}`}
        empty={
          problemIn(problem) ||
          (search.get("q")
            ? "No customers match. Search for the beginning of a name, an email, a phone or an order number."
            : "Nobody has an account yet. Everybody who signs up is listed here.")
        }
        next={search.get("q") ? { to: "?", name: "Show all customers" } : undefined}
      />
      <Pager label="More customers" hasMore={hasMore} last={customers.at(-1)?._id} />
    </>
  );
}
