import { useId, useState } from "react";
import { useSearchParams } from "react-router";
import { MAX_BULK } from "../../contract/admin/order-bulk.ts";
import type { CourierColumns, OrderFileRows } from "../../contract/admin/order-files.ts";
import { Dialog } from "../shared/dialog.tsx";
import { useMay } from "../shared/session.ts";
import { orderQuery } from "./order-query.ts";

const ROWS: readonly [OrderFileRows, string][] = [
  ["orders", "Orders, one row each"],
  ["lines", "One row per line"],
];

const COLUMNS: readonly [CourierColumns, string][] = [
  ["any", "Any courier"],
  ["shiprocket", "Shiprocket"],
  ["delhivery", "Delhivery"],
];

/**
 * Offers the orders of the list as files.
 * @param numbers the selected ones; all that the list's tab, search and filters match if it is missing
 */
export function ExportOrders({ numbers }: { numbers?: readonly string[] }) {
  const mayExport = useMay("export_customers");
  const maySend = useMay("fulfil_orders");
  const [search] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  if (!mayExport && !maySend) return null;
  const fileWith = (choice: Record<string, string>) => {
    const chosen = numbers ? { numbers: numbers.slice(0, MAX_BULK).join(",") } : orderQuery.withoutPage(search);
    const query = new URLSearchParams(chosen);
    for (const [name, value] of Object.entries(choice)) query.set(name, value);
    return query;
  };
  return (
    <>
      <button type="button" className="button-quiet" onClick={() => setOpen(true)}>
        Export…
      </button>
      {isOpen && (
        <Dialog title="Export orders" onClose={() => setOpen(false)}>
          <p className="mb-3">
            {numbers
              ? `The ${numbers.length === 1 ? "order" : `${numbers.length} orders`} you selected.`
              : "Every order of this tab, search and filters, on all pages."}
          </p>
          {mayExport && (
            <Files
              title="For accounts"
              links={ROWS.map(([rows, name]) => [name, `/admin/api/orders.csv?${fileWith({ rows })}`])}
            />
          )}
          {maySend && (
            <Files
              title="For couriers"
              hint="Of these, the orders that have something to be sent."
              links={COLUMNS.map(([columns, name]) => [
                name,
                `/admin/api/orders/for-courier.csv?${fileWith({ columns })}`,
              ])}
            />
          )}
          <div className="flex justify-end">
            <button type="button" className="button-quiet" onClick={() => setOpen(false)}>
              Close
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Files({ title, hint, links }: { title: string; hint?: string; links: readonly [string, string][] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-4">
      <h3 id={id}>{title}</h3>
      {hint && <p className="text-bark text-small">{hint}</p>}
      <ul className="mt-1 grid gap-2">
        {links.map(([name, url]) => (
          <li key={name}>
            <a href={url} download className="text-link">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
