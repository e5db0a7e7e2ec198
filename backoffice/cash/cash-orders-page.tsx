import { useState } from "react";
import { Link, useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { CASH_TABS, type CashOrder, type CashTab, REMITTED_WITHIN_DAYS } from "../../contract/admin/cash.ts";
import { adminEndpoints } from "../../contract/admin/endpoints.ts";
import { MAX_TAB_COUNT } from "../../contract/admin/orders.ts";
import { formatShortDateTime, formatShortDay } from "../../contract/dates.ts";
import { call } from "../api/client.ts";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { problemIn } from "../shared/filter-problem.tsx";
import { listQueryOf, readList } from "../shared/list-query.ts";
import { load } from "../shared/load.ts";
import { formatMoney } from "../shared/money.ts";
import { type Column, Pager, ResourceList } from "../shared/resource-list.tsx";
import { SearchField } from "../shared/search-field.tsx";
import { useMay } from "../shared/session.ts";
import { Subtabs } from "../shared/tabs.tsx";
import { useAction } from "../shared/use-action.ts";
import { CashFrame } from "./cash-frame.tsx";
import { WriteOffForm } from "./write-off-form.tsx";

const query = listQueryOf(adminEndpoints.listCashOrders.query);

export const clientLoader = ({ request }: { request: Request }) =>
  load(request, async () => {
    const search = new URL(request.url).searchParams;
    const [counts, list] = await Promise.all([
      call("countCashOrders", {}),
      readList(call("listCashOrders", { query: query.read(search) }), { orders: [], hasMore: false }),
    ]);
    return { counts, ...list };
  });

/** The title of each tab, and its text without orders. */
const TABS: Readonly<Record<CashTab, { name: string; about: string; empty: string }>> = {
  to_confirm: {
    name: "To confirm",
    about:
      "Placed, and not confirmed yet with the emailed code, or by the payment of its advance. What is not confirmed in time expires by itself.",
    empty: "No order waits for its customer’s confirmation.",
  },
  to_send: {
    name: "To send",
    about: "Confirmed by its customer. Pack and ship it from its page.",
    empty: "No confirmed order waits to be shipped.",
  },
  on_the_way: {
    name: "On the way",
    about: "Shipped. The courier collects the cash at the door.",
    empty: "No parcel for cash on delivery is on its way.",
  },
  cash_due: {
    name: "Cash due",
    about: `Delivered up to ${REMITTED_WITHIN_DAYS} days ago. The courier has the cash, and has not remitted all of it.`,
    empty: "No courier has cash from the last days.",
  },
  overdue: {
    name: "Overdue",
    about: `Delivered more than ${REMITTED_WITHIN_DAYS} days ago, and not remitted in full. Ask the courier.`,
    empty: "No cash is overdue.",
  },
  came_back: {
    name: "Came back",
    about: "Refused at the door. Open the parcel, then restock its units or write them off.",
    empty: "No refused parcel waits to be opened.",
  },
};

export default function CashOrdersPage() {
  const { counts, orders, hasMore, problem } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const requested = search.get("tab");
  const current = CASH_TABS.find((tab) => tab === requested) ?? "to_confirm";
  const { about, empty } = TABS[current];
  const [inspected, setInspected] = useState<CashOrder | null>(null);
  const [writtenOff, setWrittenOff] = useState<CashOrder | null>(null);
  return (
    <CashFrame
      current="Orders"
      actions={
        <a
          href={`/admin/api/cash/orders.csv${query.withoutPage(search)}`}
          download={`cash-${current}.csv`}
          className="button-quiet"
        >
          Download as CSV
        </a>
      }
    >
      <Subtabs
        label="What is to be done"
        tabs={CASH_TABS.map((tab) => ({
          name: TABS[tab].name,
          count: counts[tab] >= MAX_TAB_COUNT ? `${MAX_TAB_COUNT - 1}+` : counts[tab],
          to: query.changed(search, { tab: tab === "to_confirm" ? undefined : tab }),
          isCurrent: tab === current,
        }))}
      />
      <p className="mb-3 max-w-prose text-bark">{about}</p>
      <search className="mb-3 block">
        <SearchField
          label="Search orders"
          placeholder="Order, AWB, email, phone or name"
          queryFor={(q) => query.changed(search, { q })}
        />
      </search>
      <ResourceList
        label="Orders to be paid in cash"
        rows={orders}
        columns={useColumns(current, { inspect: setInspected, writeOff: setWrittenOff })}
        keyOf={({ number }) => number}
        to={({ number }) => `/orders/${number}`}
        empty={
          problemIn(problem) ||
          (search.get("q")
            ? "No order of this list matches. Look in another one, or search for something else."
            : empty)
        }
      />
      <Pager label="More orders" hasMore={hasMore} last={orders.at(-1)?.number} />
      {writtenOff && (
        <WriteOffForm
          order={writtenOff}
          due={writtenOff.due - writtenOff.remitted}
          onClose={() => setWrittenOff(null)}
        />
      )}
      {inspected && <Inspection order={inspected} onClose={() => setInspected(null)} />}
    </CashFrame>
  );
}

function useColumns(
  tab: CashTab,
  { inspect, writeOff }: Record<"inspect" | "writeOff", (order: CashOrder) => void>,
): readonly [Column<CashOrder>, ...Column<CashOrder>[]] {
  const mayFulfil = useMay("fulfil_orders");
  const mayWriteOff = useMay("record_remittances");
  const isDue = tab === "cash_due" || tab === "overdue";
  return [
    {
      name: "Order",
      phone: "title",
      cell: ({ number }) => <span className="max-md:inline-block md:whitespace-nowrap">{number}</span>,
    },
    { name: "Customer", phone: "below", cell: ({ customer, city }) => `${customer}, ${city}` },
    ...(tab === "to_confirm" || tab === "to_send"
      ? []
      : [
          {
            name: "AWB",
            cell: ({ parcels }: CashOrder) => parcels.map(({ courier, awb }) => `${awb} (${courier})`).join(", "),
          },
        ]),
    ...(tab === "to_confirm"
      ? [
          {
            name: "Confirm by",
            phone: "right-below",
            phoneName: ({ confirmBy }: CashOrder) => (confirmBy ? { before: "by" } : undefined),
            cell: ({ confirmBy, awaitsAdvance }: CashOrder) => (
              <span className="text-bark">
                {confirmBy && formatShortDateTime(confirmBy)}
                {awaitsAdvance && ", by its advance"}
              </span>
            ),
          } as const,
        ]
      : [
          {
            name: isDue ? "Delivered" : tab === "came_back" ? "Came back" : "Placed",
            ...(tab !== "came_back" && tab !== "overdue" && ({ phone: "right-below" } as const)),
            phoneName: { before: isDue ? "Delivered" : "Placed" },
            cell: ({ since }: CashOrder) => (
              <span className="max-md:inline-block md:whitespace-nowrap text-bark">{formatShortDay(since)}</span>
            ),
          },
        ]),
    ...(isDue
      ? [
          {
            name: "Remitted",
            isNumber: true,
            cell: ({ remitted }: CashOrder) => (remitted > 0 ? formatMoney(remitted) : "–"),
          },
        ]
      : []),
    {
      name: isDue ? "Due" : "To collect",
      phone: "right",
      isNumber: true,
      cell: ({ due, total, remitted }) => (
        <>
          {formatMoney(isDue ? due - remitted : due)}
          {due < total && <span className="block text-bark text-small">of {formatMoney(total)}</span>}
        </>
      ),
    },
    ...(tab === "overdue" && mayWriteOff
      ? [
          {
            name: "Action",
            phone: "right-below",
            isAction: true,
            cell: (order: CashOrder) => (
              <button
                type="button"
                className="button-quiet relative z-1 max-md:inline-block md:whitespace-nowrap"
                onClick={() => writeOff(order)}
              >
                Write off…<span className="sr-only"> the cash of {order.number}</span>
              </button>
            ),
          } as const,
        ]
      : []),
    ...(tab === "came_back" && mayFulfil
      ? [
          {
            name: "Inspection",
            isAction: true,
            phone: "right-below",
            cell: (order: CashOrder) => (
              <button type="button" className="button-quiet relative z-1" onClick={() => inspect(order)}>
                Inspect<span className="sr-only"> the parcel of {order.number}</span>
              </button>
            ),
          } as const,
        ]
      : []),
  ];
}

function Inspection({ order, onClose }: { order: CashOrder; onClose: () => void }) {
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();
  const store = (restock: boolean) =>
    run(async () => {
      await call("inspectRefused", { params: { number: order.number }, body: { restock } });
      await revalidate();
      onClose();
    });
  return (
    <Dialog title={`Parcel of ${order.number}`} onClose={onClose}>
      <p className="mb-3">
        Its payment and its invoice are settled already. Can its units be sold again? This cannot be undone here;
        corrections are stock adjustments.
      </p>
      <Problem error={error} />
      <div className="mt-2 flex flex-wrap gap-2">
        <Button type="button" className="button-primary" disabled={busy} onClick={() => void store(true)}>
          Restock
        </Button>
        <Button type="button" className="button-quiet" disabled={busy} onClick={() => void store(false)}>
          Write off
        </Button>
        <button type="button" className="button-quiet" onClick={onClose}>
          Cancel
        </button>
        <Link to={`/orders/${order.number}`} className="text-link self-center">
          See the order
        </Link>
      </div>
    </Dialog>
  );
}
