import { useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import type { OfferPage as Offer } from "../../contract/admin/offers.ts";
import { formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { StateBadge } from "../shared/badge.tsx";
import { DialogForm } from "../shared/dialog-form.tsx";
import { Figures } from "../shared/figures.tsx";
import { loadOne } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { OrderBadge } from "../shared/order-badge.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { OFFER_STATES, timeOf } from "./offers-page.tsx";

export const clientLoader = ({ request, params }: { request: Request; params: { id?: string } }) =>
  loadOne(request, { what: "offer", list: "/offers", link: "Offers" }, () =>
    call("readOffer", { params: { id: params.id ?? "" } }),
  );

const COLUMNS: [Column<Offer["orders"][number]>, ...Column<Offer["orders"][number]>[]] = [
  { name: "Order", cell: ({ number }) => number, phone: "title" },
  { name: "State", cell: OrderBadge, phone: "right" },
  { name: "When", cell: ({ at }) => formatDateTime(at), phone: "below" },
  { name: "Discount", cell: ({ discount }) => formatMoney(discount), isNumber: true, phone: "right-below" },
];

/** Shows an offer: its conditions, its uses and what it costs. */
export default function OfferPage() {
  const offer = useLoaderData<typeof clientLoader>();
  const [isEnding, setIsEnding] = useState(false);
  const { revalidate } = useRevalidator();
  const maySeeOrders = useMay("view_orders");
  const { _id: id, name, effect, codes, codeCount: count, conditions, uses, discount, orders, tab } = offer;
  return (
    <>
      <title>{name}</title>
      <BackLink to="/offers">Offers</BackLink>
      <PageHead title={name} beside={<StateBadge of={OFFER_STATES[tab]} isLive />}>
        {tab !== "ended" && (
          <>
            <button type="button" className="button-danger" onClick={() => setIsEnding(true)}>
              End it now
            </button>
            <Link to={`/offers/${id}/edit`} className="button-primary">
              Edit
            </Link>
          </>
        )}
      </PageHead>
      {isEnding && (
        <EndDialog
          offer={offer}
          onClose={() => setIsEnding(false)}
          onEnded={async () => {
            setIsEnding(false);
            await revalidate();
          }}
        />
      )}
      <section aria-label="Uses" className="panel mb-4 p-5">
        <Figures
          figures={[
            { name: "Orders with it", value: uses.toLocaleString("en-IN") },
            { name: "Taken off in all", value: formatMoney(discount) },
          ]}
        />
      </section>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <section aria-label="Conditions" className="panel grid gap-2 p-5">
          <h2>Gives {effect}</h2>
          <p>{timeOf(offer)}</p>
          <ul className="list-disc pl-5">
            {conditions.map((condition) => (
              <li key={condition} className="wrap-anywhere">
                {condition}
              </li>
            ))}
          </ul>
          {count > 0 && (
            <p className="wrap-anywhere">
              {codes.map((code) => (
                <code key={code} className="badge mr-1 whitespace-normal font-sans">
                  {code}
                </code>
              ))}
              {count > codes.length && ` and ${count - codes.length} more`}
            </p>
          )}
        </section>
        <section aria-label="Orders">
          <ResourceList
            label="Orders with this offer"
            rows={orders}
            columns={COLUMNS}
            keyOf={({ number }) => number}
            {...(maySeeOrders && { to: ({ number }: { number: string }) => `/orders/${number}` })}
            empty="No order has used it yet."
          />
          {uses > orders.length && <p className="mt-2 text-bark">These are the latest {orders.length}.</p>}
        </section>
      </div>
    </>
  );
}

interface EndDialogProps {
  offer: Offer;
  onClose: () => void;
  onEnded: () => Promise<void>;
}

function EndDialog({ offer: { _id: id, name }, onClose, onEnded }: EndDialogProps) {
  const { run, busy, error } = useAction();
  return (
    <DialogForm
      title="End the offer?"
      submit="End it"
      isDanger
      busy={busy}
      error={error}
      onSubmit={() =>
        void run(async () => {
          await call("endOffer", { params: { id }, body: {} });
          await onEnded();
        })
      }
      onClose={onClose}
    >
      <p>
        “{name}” takes nothing off new orders from now on. Orders that have it are not changed. An ended offer can’t be
        started again; create a new one for that.
      </p>
    </DialogForm>
  );
}
