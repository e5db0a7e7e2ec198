import { useState } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import type { LotPage as Lot, LotOrder, RecalledOrders } from "../../contract/admin/stock.ts";
import { formatCalendarDay, formatDateTime } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { BackLink } from "../shared/back-link.tsx";
import { Badge } from "../shared/badge.tsx";
import { Button } from "../shared/button.tsx";
import { Problem } from "../shared/field.tsx";
import { loadOne } from "../shared/load.ts";
import { OrderBadge } from "../shared/order-badge.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { useMay } from "../shared/session.ts";
import { TextArea } from "../shared/text-area.tsx";
import { fieldMessage, useAction } from "../shared/use-action.ts";
import { useDraft } from "../shared/use-draft.ts";

export const clientLoader = ({ request, params }: { request: Request; params: { number?: string } }) =>
  loadOne(request, { what: "lot", list: "/stock", link: "Stock" }, () =>
    call("readLot", {
      params: { number: params.number ?? "" },
      query: { after: new URL(request.url).searchParams.get("after") ?? undefined },
    }),
  );

const COLUMNS: [Column<LotOrder>, ...Column<LotOrder>[]] = [
  { name: "Order", cell: ({ number }) => number, phone: "title" },
  { name: "Customer", cell: ({ customer }) => customer, phone: "below" },
  { name: "Units", cell: ({ units }) => units, isNumber: true, phone: "right-below" },
  { name: "State", cell: OrderBadge, phone: "right" },
  { name: "Emailed", cell: ({ mailed }) => (mailed ? "Yes" : "") },
];

/** Shows a lot in all its sizes, its orders, and its recall. */
export default function LotPage() {
  const lot = useLoaderData<typeof clientLoader>();
  const mayRecall = useMay("adjust_stock");
  return (
    <>
      <title>{`Lot ${lot.number}`}</title>
      <BackLink to="/stock">Stock</BackLink>
      <PageHead title={`Lot ${lot.number}`} beside={lot.recalledAt && <Badge tone="danger">Recalled</Badge>} />
      <div
        className={`grid grid-cols-1 items-start gap-4 ${mayRecall ? "lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]" : ""}`}
      >
        <div className="grid gap-4">
          <Sizes sizes={lot.sizes} />
          <section aria-labelledby="orders">
            <h2 id="orders" className="mb-2">
              Orders with units of it
            </h2>
            <ResourceList
              label="Orders from this lot"
              rows={lot.orders}
              columns={COLUMNS}
              keyOf={({ number }) => number}
              to={({ number }) => `/orders/${number}`}
              empty="No order has units of it."
            />
            <Pager label="More orders" hasMore={lot.next !== null} last={lot.next ?? undefined} />
          </section>
        </div>
        {mayRecall && <Recall lot={lot} />}
      </div>
    </>
  );
}

function Sizes({ sizes }: Pick<Lot, "sizes">) {
  return (
    <ul className="panel divide-y divide-sand">
      {sizes.map((size) => (
        <li key={size.sku ?? size.name} className="flex flex-wrap justify-between gap-x-3 px-4 py-3">
          <span>
            {size.sku ? (
              <Link to={`/stock/${encodeURIComponent(size.sku)}`} className="text-link font-semibold">
                {size.name}
              </Link>
            ) : (
              size.name
            )}
            <span className="block text-bark text-small first-letter:uppercase">
              {size.life && `${size.life}. `}
              {size.manufacturedOn && `Made ${formatCalendarDay(size.manufacturedOn)}. `}
              {size.lastGoodDay && `Good until ${formatCalendarDay(size.lastGoodDay)}.`}
            </span>
          </span>
          <span>
            {size.onHand} on hand{size.withheld > 0 && `, ${size.withheld} withheld`}
          </span>
        </li>
      ))}
    </ul>
  );
}

const EFFECTS: Readonly<Record<RecalledOrders["orders"][number]["effect"], string>> = {
  nothing: "",
  replaced: "has other units now",
  repack: "has other units now: please pack it again",
  short: "no other units are available: please cancel them, or receive more and handle the orders again",
};

function Recall({ lot }: { lot: Lot }) {
  const { number, recalledAt } = lot;
  const [reason, setReason] = useDraft(`recall ${number}`);
  const [mail, setMail] = useState(true);
  const mayExport = useMay("export_customers");
  const [receivers, setReceivers] = useState(lot.orders.filter((order) => order.hasReceiver).length);
  const [treated, setTreated] = useState<RecalledOrders["orders"]>([]);
  const [progress, setProgress] = useState("");
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const params = { number };

  /** 100 orders per request. Orders left untreated by a closed tab are treated by the next run. */
  const treat = () =>
    run(async () => {
      const found: RecalledOrders["orders"] = [];
      let count = 0;
      let gifts = 0;
      for (let after: string | null | undefined; after !== null; ) {
        const page = await call("recallOrders", { params, body: { mail, ...(after && { after }) } });
        count += page.orders.length;
        gifts += page.orders.filter((order) => order.hasReceiver).length;
        found.push(...page.orders.filter(({ effect, mailedNow }) => effect !== "nothing" || mailedNow));
        setProgress(`${count === 1 ? "1 order" : `${count} orders`} handled…`);
        after = page.next;
      }
      const mailed = found.filter(({ mailedNow }) => mailedNow).length;
      setProgress(
        `${count === 1 ? "1 order" : `${count} orders`} handled, ${mailed === 1 ? "1 email" : `${mailed} emails`} queued.`,
      );
      setReceivers(gifts);
      setTreated(found.filter(({ effect }) => effect !== "nothing"));
      await revalidate();
    });

  if (!recalledAt)
    return (
      <form
        noValidate
        className="panel grid gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            await call("recallLot", { params, body: { reason } });
            setReason("");
            await revalidate();
          });
        }}
      >
        <h2>Recall</h2>
        <p className="text-bark">
          None of its units is sold or packed any more, in any size. Its orders are handled in a second step.
        </p>
        <TextArea
          label="Reason, as customers read it"
          rows={3}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={fieldMessage(error, "reason")}
        />
        <Problem error={error} />
        <Button type="submit" className="button-danger justify-self-start" disabled={busy}>
          Recall the lot
        </Button>
      </form>
    );
  return (
    <section aria-labelledby="recalled" className="panel grid gap-3 p-4">
      <h2 id="recalled">Recalled</h2>
      <p>
        {lot.recallReason}
        <span className="block text-bark text-small">{formatDateTime(recalledAt)}</span>
      </p>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={mail} onChange={(event) => setMail(event.target.checked)} />
        Email the customers who have received units, once each
      </label>
      <p className="text-bark">
        Orders that are not shipped get other units. Keep this page open until all are handled; you may run it again.
      </p>
      <Problem error={error} />
      <Button type="button" className="button-primary justify-self-start" disabled={busy} onClick={() => void treat()}>
        Handle its orders
      </Button>
      <p role="status">{progress}</p>
      {receivers > 0 && (
        <p>
          {receivers === 1 ? "1 gift went" : `${receivers} gifts went`} to a receiver without an email: please call.{" "}
          {mayExport && (
            <a href={`/admin/api/lots/${encodeURIComponent(number)}/receivers.csv`} download className="text-link">
              Download whom to call
            </a>
          )}
        </p>
      )}
      {treated.length > 0 && (
        <ul className="grid gap-1">
          {treated.map(({ number: order, effect }) => (
            <li key={order}>
              <Link to={`/orders/${order}`} className="text-link">
                {order}
              </Link>{" "}
              {EFFECTS[effect]}
            </li>
          ))}
        </ul>
      )}
      <Button
        type="button"
        className="button-quiet justify-self-start"
        disabled={busy}
        onClick={() =>
          void run(async () => {
            await call("reinstateLot", { params, body: {} });
            await revalidate();
          })
        }
      >
        End the recall
      </Button>
    </section>
  );
}
