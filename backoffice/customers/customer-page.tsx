import { Link, useLoaderData } from "react-router";
import type { StaffCustomer } from "../../contract/admin/customers.ts";
import { formatDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Badge } from "../shared/badge.tsx";
import { loadOne } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { useMay } from "../shared/session.ts";
import { useLatest } from "../shared/use-latest.ts";
import { Notes } from "./customer-notes.tsx";
import { Consents, Contact, Orders, Sessions } from "./customer-parts.tsx";
import { RecordRequest } from "./record-request.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "customer", list: "/customers", link: "Search the customers" }, () =>
    call("readCustomer", { params: { id: params.id ?? "" } }),
  );

export default function CustomerPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Customer key={loaded._id} loaded={loaded} />;
}

function Customer({ loaded }: { loaded: StaffCustomer }) {
  const [customer, setCustomer] = useLatest(loaded);
  const maySeeAudit = useMay("view_audit_log");
  const { name, closedAt, joinedAt, orders, spent, wishlistItems, cartItems, reviews, _id } = customer;
  const counts: [name: string, value: string | number][] = [
    ["Orders", orders],
    ["Spent", formatMoney(spent)],
    ["In the cart", cartItems],
    ["In the wishlist", wishlistItems],
    ["Reviews", reviews],
  ];
  return (
    <>
      <title>{name}</title>
      <BackLink to="/customers">Customers</BackLink>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="wrap-anywhere">{name}</h1>
        {closedAt && <Badge>Account deleted on {formatDay(closedAt)}</Badge>}
        <span className="text-bark">since {formatDay(joinedAt)}</span>
        {maySeeAudit && (
          <Link to={`/audit?subject=customer&id=${_id}`} className="text-link">
            What staff did
          </Link>
        )}
      </div>
      <dl className="panel mb-4 grid grid-cols-2 gap-4 p-4 sm:grid-cols-5">
        {counts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-bark text-small">{label}</dt>
            <dd className="text-heading">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <Orders customer={customer} />
          <Notes customer={customer} onChanged={setCustomer} />
        </div>
        <div className="grid min-w-0 gap-4">
          {!closedAt && <Contact customer={customer} />}
          <Consents customer={customer} />
          {!closedAt && <RecordRequest customer={customer} />}
          {!closedAt && <Sessions customer={customer} onChanged={setCustomer} />}
        </div>
      </div>
    </>
  );
}
