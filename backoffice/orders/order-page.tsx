import { useState } from "react";
import { Link, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import type { AdminOrder } from "../../contract/admin/orders.ts";
import { formatDateTime, formatWeekday } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { useAdminEvents } from "../shared/admin-events.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Badge } from "../shared/badge.tsx";
import { loadOne } from "../shared/load.ts";
import { MoreActions } from "../shared/more-actions.tsx";
import { OrderBadge } from "../shared/order-badge.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useLatest } from "../shared/use-latest.ts";
import { BookingPanel } from "./booking-panel.tsx";
import { CourierCharges } from "./courier-charges.tsx";
import { Disputes } from "./disputes.tsx";
import { Documents } from "./documents.tsx";
import { Notes } from "./notes.tsx";
import { OrderActions, useOrderActions } from "./order-actions.tsx";
import { Customer, Gift, History, Items, Payments } from "./order-parts.tsx";
import { orderQuery } from "./order-query.ts";
import { StepButtons, StepPanel, useOrderSteps } from "./order-steps.tsx";
import { Parcels } from "./parcels.tsx";
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
    <nav aria-label="List" className="flex flex-wrap gap-x-4">
      <BackLink to={`/orders${query}`}>Orders</BackLink>
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

const OWN_ACTION_MS = 1000;

/** Says that a colleague, the customer or the payment provider has changed the order since it was loaded. What is being typed stays. */
function ChangedElsewhere({ order: { number, version } }: { order: AdminOrder }) {
  const [latest, setLatest] = useState(version);
  const { revalidate } = useRevalidator();
  const read = () =>
    call("readAnyOrder", { params: { number } }).then(
      (now) => setLatest(now.version),
      // The next event reads again.
      () => {},
    );
  // The response to one's own action comes with its event.
  useAdminEvents(["orders"], () => void setTimeout(() => void read(), OWN_ACTION_MS));
  return (
    <div role="status">
      {latest > version && (
        <p className="mb-3 flex flex-wrap items-center gap-3">
          This order has changed.
          <button type="button" className="button-quiet border-leaf text-leaf" onClick={() => void revalidate()}>
            Show it as it is now
          </button>
        </p>
      )}
    </div>
  );
}

/** Says that the customer waits no longer for a parcel on its way. */
function GivenUp({ order: { givenUpAt, state } }: { order: AdminOrder }) {
  if (!givenUpAt || (state !== "shipped" && state !== "out_for_delivery")) return null;
  return (
    <section aria-label="Given up" className="panel border-l-2 border-l-terracotta p-4">
      <p>
        The customer gave up this parcel on {formatDateTime(givenUpAt)}, because it is late. Refund it with “Lost”, or
        answer the complaint in{" "}
        <Link to="/messages?tab=grievances" className="text-link">
          Messages
        </Link>
        .
      </p>
    </section>
  );
}

function Order({ loaded }: { loaded: AdminOrder }) {
  const [order, setOrder, setRead] = useLatest(loaded);
  const steps = useOrderSteps({ order, onChanged: setOrder });
  const allowed = useOrderActions(order);
  return (
    <>
      <title>{`Order ${order.number}`}</title>
      <ListLinks />
      <PageHead
        title={order.number}
        beside={
          <>
            {order.isTest && <Badge>Test</Badge>}
            {order.agent !== null && <Badge>Agent</Badge>}
            <OrderBadge badge={order.badge} state={order.state} isLive />
          </>
        }
        about={
          <>
            <span className="inline-block">{formatDateTime(order.orderedAt)}</span>
            {order.deliverBy && (
              <>
                , promised by <span className="inline-block">{formatWeekday(order.deliverBy)}</span>
              </>
            )}
            {order.agent !== null && `, brought by ${order.agent.replace(/^https?:\/\//, "")}`}
          </>
        }
      >
        <MoreActions isFew={allowed.length + steps.others.length < 2}>
          <OrderActions order={order} allowed={allowed} onChanged={setOrder} />
          <StepButtons steps={steps} shown={steps.others} />
        </MoreActions>
        {steps.primary && !steps.isShipping && (
          <section aria-label="Next steps" className="flex max-md:grow [&>button]:grow">
            <StepButtons steps={steps} shown={[steps.primary]} />
          </section>
        )}
      </PageHead>
      {order.isTest && (
        <p className="mb-3 max-w-prose">
          This order was placed while your shop took test payments: no money was paid. It is in no report, tax return or
          file. Under{" "}
          <Link to="/go-live" className="text-link">
            Go live
          </Link>{" "}
          all test orders can be taken back, with their stock.
        </p>
      )}
      <ChangedElsewhere order={order} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid gap-4">
          <Disputes order={order} />
          <GivenUp order={order} />
          <StepPanel steps={steps} order={order} onChanged={setOrder} />
          <Returns order={order} onChanged={setOrder} />
          <Items order={order} />
          <Payments order={order} />
          <BookingPanel order={order} onRead={setRead} />
          <Parcels order={order} onChanged={setOrder} />
          <CourierCharges order={order} />
          <Documents order={order} onChanged={setOrder} />
          <Notes order={order} onChanged={setOrder} />
        </div>
        <div className="grid gap-4">
          <Gift order={order} />
          <Customer order={order} onChanged={setOrder} />
          <History order={order} />
        </div>
      </div>
    </>
  );
}
