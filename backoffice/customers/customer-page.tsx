import { Link, useLoaderData } from "react-router";
import type { StaffCustomer } from "../../contract/admin/customers.ts";
import { formatDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Badge } from "../shared/badge.tsx";
import { Figures } from "../shared/figures.tsx";
import { loadOne } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { PageHead } from "../shared/page-head.tsx";
import { useMay } from "../shared/session.ts";
import { useLatest } from "../shared/use-latest.ts";
import { Notes } from "./customer-notes.tsx";
import { Consents, Contact, OldOrders, Orders, Sessions } from "./customer-parts.tsx";
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
  const { name, closedAt, joinedAt, orders, spent, wishlistItems, cartItems, reviews, movedAt, _id } = customer;
  return (
    <>
      <title>{name}</title>
      <BackLink to="/customers">Customers</BackLink>
      <PageHead
        title={name}
        beside={closedAt && <Badge>Account deleted on {formatDay(closedAt)}</Badge>}
        about={movedAt ? `From the shop before, on ${formatDay(movedAt)}` : `Since ${formatDay(joinedAt)}`}
      >
        {maySeeAudit && (
          <Link to={`/audit?subject=customer&id=${_id}`} className="button-quiet">
            What staff did
          </Link>
        )}
      </PageHead>
      <div className="panel mb-4 p-4">
        <Figures
          figures={[
            { name: "Orders", value: orders },
            { name: "Spent", value: formatMoney(spent) },
            { name: "In the cart", value: cartItems },
            { name: "In the wishlist", value: wishlistItems },
            { name: "Reviews", value: reviews },
          ]}
        />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-4">
          <Orders customer={customer} />
          <OldOrders customer={customer} />
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
