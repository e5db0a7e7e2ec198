import { useState } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { DOCUMENTS_WITH_PHONE, maySee } from "../../contract/admin/contact-details.ts";
import { ORDER_ACTIONS } from "../../contract/admin/order-actions.ts";
import { MAX_BULK } from "../../contract/admin/order-bulk.ts";
import type { ListedOrder, OrderTab, PrintedDocument } from "../../contract/admin/orders.ts";
import { call } from "../api/client.ts";
import { announce } from "../shared/announcer.tsx";
import { Button } from "../shared/button.tsx";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import { BULK_BAR } from "../shared/resource-list.tsx";
import type { Selection } from "../shared/selection.ts";
import { useMay, useMe } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { courierLabelPath } from "./booking-panel.tsx";
import { BulkBookForm } from "./bulk-book-form.tsx";
import { type BulkOutcome, Outcome, outcomeOf } from "./bulk-outcome.tsx";
import { BulkShipForm } from "./bulk-ship-form.tsx";
import { printPath } from "./documents.tsx";
import { ExportOrders } from "./export-orders.tsx";
import { orderQuery } from "./order-query.ts";

const DOCUMENTS: readonly [PrintedDocument, string][] = [
  ["slip", "Slips"],
  ["label", "Labels"],
  ["invoice", "Invoices"],
  ["invoice_transporter", "Invoices for couriers"],
  ["invoice_supplier", "Invoices for our files"],
  ["challan", "Challans"],
  ["voucher", "Vouchers"],
];

/** The steps that several orders take at once, each with its call, and the word for what it has done. */
const BULK_STEPS = {
  pack: { endpoint: "packOrders", done: "packed", undoes: "packed" },
  "out-for-delivery": { endpoint: "sendOrdersOut", done: "out for delivery", undoes: "out_for_delivery" },
  deliver: { endpoint: "deliverOrders", done: "delivered", undoes: "delivered" },
} as const;
type BulkStep = keyof typeof BULK_STEPS | "ship" | "book" | "hand-over";

/** Steps of orders whose couriers are booked, which are no actions of their own. */
const LABELS = { book: "Book a courier…", "hand-over": "Handed over" } as const;

/** What can apply to the orders of each tab, the usual first. */
const STEPS_IN: Readonly<Record<OrderTab, readonly BulkStep[]>> = {
  to_pack: ["pack", "book", "ship"],
  to_ship: ["ship", "book", "hand-over"],
  in_transit: ["deliver", "out-for-delivery"],
  returns: [],
  unpaid: [],
  all: ["pack", "ship", "book", "hand-over", "out-for-delivery", "deliver"],
};

interface BulkBarProps {
  orders: readonly ListedOrder[];
  hasMore: boolean;
  selection: Selection;
}

/** On a phone one row, which is dragged sideways, so that the bar leaves room for the list. */
const DRAGGED_ROW = "-mx-3 flex gap-2 overflow-x-auto px-3 py-1 *:shrink-0 max-md:w-[calc(100%+1.5rem)] md:contents";

/** Offers bulk actions for the selected orders. */
export function BulkBar({ orders, hasMore, selection }: BulkBarProps) {
  const { keys: numbers, matching } = selection;
  const mayFulfil = useMay("fulfil_orders");
  const seesPhone = maySee("phone", useMe().permissions);
  const documents = DOCUMENTS.filter(([document]) => seesPhone || !DOCUMENTS_WITH_PHONE.includes(document));
  const [search] = useSearchParams();
  const { tab = "all" } = orderQuery.filter(search);
  const [isShipping, setIsShipping] = useState(false);
  const [isBooking, setIsBooking] = useState(false);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();

  async function finish(reached: BulkOutcome): Promise<void> {
    setIsShipping(false);
    setIsBooking(false);
    setOutcome(reached);
    selection.clear();
    await revalidate();
    announce(outcomeOf(reached));
  }
  function take(step: BulkStep): void {
    if (step === "ship") {
      setIsShipping(true);
      return;
    }
    if (step === "book") {
      setIsBooking(true);
      return;
    }
    if (step === "hand-over") {
      const body = { numbers: numbers.slice(0, MAX_BULK) };
      void run(async () =>
        finish({ done: "handed over", results: (await call("handOverParcels", { body })).results, undoes: "shipped" }),
      );
      return;
    }
    const { endpoint, ...said } = BULK_STEPS[step];
    void run(async () => {
      const body =
        matching === null ? { numbers: [...numbers] } : { filter: orderQuery.filter(search), expected: matching };
      await finish({ ...said, results: (await call(endpoint, { body })).results });
    });
  }
  const selectMatching = () =>
    run(async () => {
      const matched = await call("matchOrders", { query: orderQuery.filter(search) });
      selection.selectMatching(matched.numbers, !matched.hasMore);
    });

  if (numbers.length === 0) return outcome && <Outcome outcome={outcome} onChange={setOutcome} />;
  return (
    <section
      id={BULK_BAR}
      tabIndex={-1}
      aria-label="Selected orders"
      data-bottom-bar
      className="panel sticky bottom-2 z-10 mt-3 flex flex-wrap items-center gap-2 p-3 shadow-lg"
    >
      <p role="status" className="mr-auto font-semibold max-md:w-full">
        {matching === null
          ? numbers.length === 1
            ? "1 order selected"
            : `${numbers.length} orders selected`
          : `All ${matching} that match`}
      </p>
      {hasMore && selection.isPageSelected && numbers.length < MAX_BULK && matching === null && (
        <Button type="button" className="button-quiet" disabled={busy} onClick={selectMatching}>
          Select all that match
        </Button>
      )}
      {mayFulfil && (
        <div className={DRAGGED_ROW}>
          {STEPS_IN[tab].map((step, at) => (
            <Button
              key={step}
              type="button"
              // Among all orders no step is the usual one.
              className={at === 0 && tab !== "all" ? "button-primary" : "button-quiet"}
              disabled={busy}
              onClick={() => take(step)}
            >
              {step === "book" || step === "hand-over" ? LABELS[step] : ORDER_ACTIONS[step].label}
              {step === "ship" && "…"}
            </Button>
          ))}
        </div>
      )}
      <div className={DRAGGED_ROW}>
        {documents.map(([document, name]) => (
          <a
            key={document}
            href={printPath(document, numbers.slice(0, MAX_BULK))}
            target="_blank"
            rel="noreferrer"
            className="button-quiet"
          >
            {name}
          </a>
        ))}
        {mayFulfil && (
          <a
            href={courierLabelPath(numbers.slice(0, MAX_BULK))}
            target="_blank"
            rel="noreferrer"
            className="button-quiet"
          >
            Couriers’ labels
          </a>
        )}
        <ExportOrders numbers={numbers} />
        <button type="button" className="button-quiet" onClick={selection.clear}>
          Clear
        </button>
      </div>
      <div className="w-full empty:hidden">
        <Problem error={error} otherwise={error?.errors[0]?.message} />
      </div>
      {isBooking && (
        <Dialog title="Book a courier" onClose={() => setIsBooking(false)}>
          <BulkBookForm
            numbers={numbers}
            onDone={(results) => finish({ done: "booked", results })}
            onClose={() => setIsBooking(false)}
          />
        </Dialog>
      )}
      {isShipping && (
        <Dialog title="Ship these orders" onClose={() => setIsShipping(false)}>
          <BulkShipForm
            numbers={numbers}
            orders={orders}
            onDone={(results) => finish({ done: "shipped", results, undoes: "shipped" })}
            onClose={() => setIsShipping(false)}
          />
        </Dialog>
      )}
    </section>
  );
}
