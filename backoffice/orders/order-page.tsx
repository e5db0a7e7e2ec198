import { Link, useLoaderData, useSearchParams } from "react-router";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { formatDateTime, formatWeekday } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { loadOne } from "../shared/load.ts";
import { OrderBadge } from "../shared/order-badge.tsx";
import { useLatest } from "../shared/use-latest.ts";
import { Disputes } from "./disputes.tsx";
import { Documents } from "./documents.tsx";
import { Notes } from "./notes.tsx";
import { OrderActions } from "./order-actions.tsx";
import { Customer, Gift, History, Items, Payments } from "./order-parts.tsx";
import { orderQuery } from "./order-query.ts";
import { OrderSteps } from "./order-steps.tsx";
import { Parcels } from "./parcels.tsx";
import { ResendMails } from "./resend-mails.tsx";
import { Returns } from "./return-panel.tsx";

/** Reads the order. The URL's query is that of the list from which it was opened. */
export const clientLoader = ({ request, params }: { request: Request; params: { number?: string } }) =>
  loadOne(request, { what: "order", list: "/orders", link: "Search the orders" }, async () => {
    const number = params.number ?? "";
    const search = new URL(request.url).searchParams;
    const [order, neighbours] = await Promise.all([
      call("readAnyOrder", { params: { number } }),
      orderQuery.withoutPage(search) === ""
        ? null
        : call("readNeighbours", { params: { number }, query: orderQuery.read(search) }),
    ]);
    return { order, neighbours };
  });

export default function OrderPage() {
  const loaded = useLoaderData<typeof clientLoader>();
  return <Order key={loaded.order.number} loaded={loaded.order} />;
}

/** Links back to the list, and to the neighbouring orders in it. */
function ListLinks() {
  const neighbours = useLoaderData<typeof clientLoader>().neighbours;
  const query = orderQuery.withoutPage(useSearchParams()[0]);
  return (
    <nav aria-label="List" className="mb-1 flex flex-wrap gap-x-4">
      <Link to={`/orders${query}`} className="text-link py-1">
        Orders
      </Link>
      {neighbours?.previous && (
        <Link to={`/orders/${neighbours.previous}${query}`} className="text-link py-1">
          Previous<span className="sr-only"> order</span>
        </Link>
      )}
      {neighbours?.next && (
        <Link to={`/orders/${neighbours.next}${query}`} className="text-link py-1">
          Next<span className="sr-only"> order</span>
        </Link>
      )}
    </nav>
  );
}

function Order({ loaded }: { loaded: AdminOrder }) {
  const [order, setOrder] = useLatest(loaded);
  return (
    <>
      <title>{`Order ${order.number}`}</title>
      <ListLinks />
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1>{order.number}</h1>
        <OrderBadge badge={order.badge} state={order.state} isLive />
        <span className="text-bark">{formatDateTime(order.orderedAt)}</span>
        {order.deliverBy && <span className="text-bark">promised by {formatWeekday(order.deliverBy)}</span>}
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="grid gap-4">
          <Disputes order={order} />
          <OrderSteps order={order} onChanged={setOrder} />
          <Returns order={order} onChanged={setOrder} />
          <Items order={order} />
          <OrderActions order={order} onChanged={setOrder} />
          <Payments order={order} />
          <Parcels order={order} onChanged={setOrder} />
          <Documents order={order} />
          <ResendMails order={order} onChanged={setOrder} />
        </div>
        <div className="grid gap-4">
          <Gift order={order} />
          <Customer order={order} onChanged={setOrder} />
          <Notes order={order} onChanged={setOrder} />
          <History order={order} />
        </div>
      </div>
    </>
  );
}
