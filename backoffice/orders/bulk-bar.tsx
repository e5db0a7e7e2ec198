import { useState } from "react";
import { useRevalidator, useSearchParams } from "react-router";
import { type BulkResult, MAX_BULK } from "../../contract/admin/order-bulk.ts";
import type { ListedOrder, PrintedDocument } from "../../contract/admin/orders.ts";
import { call } from "../api/client.ts";
import { Dialog } from "../shared/dialog.tsx";
import { Problem } from "../shared/field.tsx";
import type { Selection } from "../shared/selection.ts";
import { useMay } from "../shared/session.ts";
import { useAction } from "../shared/use-action.ts";
import { BulkShipForm } from "./bulk-ship-form.tsx";
import { printPath } from "./documents.tsx";
import { orderQuery } from "./order-query.ts";

const DOCUMENTS: readonly [PrintedDocument, string][] = [
  ["slip", "Slips"],
  ["label", "Labels"],
  ["invoice", "Invoices"],
  ["invoice_transporter", "Invoices for couriers"],
  ["invoice_supplier", "Invoices for our files"],
  ["challan", "Challans"],
];

interface BulkBarProps {
  orders: readonly ListedOrder[];
  hasMore: boolean;
  selection: Selection;
}

/** Offers bulk actions for the selected orders. */
export function BulkBar({ orders, hasMore, selection }: BulkBarProps) {
  const { keys: numbers, matching } = selection;
  const mayFulfil = useMay("fulfil_orders");
  const [search] = useSearchParams();
  const [isShipping, setIsShipping] = useState(false);
  const [results, setResults] = useState<{ done: string; results: readonly BulkResult[] } | null>(null);
  const { run, busy, error } = useAction();
  const { revalidate } = useRevalidator();

  async function finish(done: string, outcome: readonly BulkResult[]): Promise<void> {
    setIsShipping(false);
    setResults({ done, results: outcome });
    selection.clear();
    await revalidate();
  }
  const pack = () =>
    run(async () => {
      const body =
        matching === null ? { numbers: [...numbers] } : { filter: orderQuery.filter(search), expected: matching };
      await finish("packed", (await call("packOrders", { body })).results);
    });
  const selectMatching = () =>
    run(async () => {
      const matched = await call("matchOrders", { query: orderQuery.filter(search) });
      selection.selectMatching(matched.numbers, !matched.hasMore);
    });

  if (numbers.length === 0) return results ? <Outcome {...results} onClose={() => setResults(null)} /> : null;
  return (
    <section
      aria-label="Selected orders"
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
        <button type="button" className="button-quiet" disabled={busy} onClick={selectMatching}>
          Select all that match
        </button>
      )}
      {mayFulfil && (
        <>
          <button type="button" className="button-primary" disabled={busy} onClick={pack}>
            Mark as packed
          </button>
          <button type="button" className="button-quiet" disabled={busy} onClick={() => setIsShipping(true)}>
            Ship…
          </button>
        </>
      )}
      {DOCUMENTS.map(([document, name]) => (
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
      <button type="button" className="button-quiet" onClick={selection.clear}>
        Clear
      </button>
      <div className="w-full empty:hidden">
        <Problem error={error} otherwise={error?.errors[0]?.message} />
      </div>
      {isShipping && (
        <Dialog title="Ship these orders" onClose={() => setIsShipping(false)}>
          <BulkShipForm
            numbers={numbers}
            orders={orders}
            onDone={(outcome) => finish("shipped", outcome)}
            onClose={() => setIsShipping(false)}
          />
        </Dialog>
      )}
    </section>
  );
}

/** Shows the result of a bulk action for each order. */
function Outcome({ done, results, onClose }: { done: string; results: readonly BulkResult[]; onClose: () => void }) {
  const failed = results.filter(({ problem }) => problem);
  return (
    <section aria-label="Result" className="panel sticky bottom-2 z-10 mt-3 grid gap-2 p-3 shadow-lg">
      <p role="status">
        <strong>
          {results.length - failed.length} of {results.length}
        </strong>{" "}
        {done}.
      </p>
      {failed.length > 0 && (
        <ul className="grid max-h-40 gap-1 overflow-auto text-terracotta">
          {failed.map(({ number, problem }) => (
            <li key={number}>
              {number}: {problem}
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="button-quiet justify-self-start" onClick={onClose}>
        Close
      </button>
    </section>
  );
}
