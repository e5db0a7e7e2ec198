import { useCallback, useId } from "react";
import type { OrderSummary } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { EmptyState, LineDrawing } from "../../shared/empty-state.tsx";
import { useRead } from "../../shared/use-read.ts";
import { PaneError } from "../pane-error.tsx";
import { ENDED } from "./ended.ts";
import { OrderEntry } from "./order-entry.tsx";
import { Pages } from "./order-pages.tsx";
import { OrdersBefore } from "./orders-before.tsx";
import { OrdersSkeleton } from "./orders-skeleton.tsx";

/**
 * The orders, newest first, by page; the URL contains the page. Those of the shop before are below the last.
 * @param before the page of those of the shop before
 */
export function OrderList({ page, before }: { page: number; before: number }) {
  const { value: orders, failed, retry } = useRead(useCallback(() => api.listOrders({ query: { page } }), [page]));
  const { value: old } = useRead(useCallback(() => api.listOldOrders({ query: { page: before } }), [before]));
  return (
    <>
      <h1 className="mb-7 text-heading">My Orders</h1>
      {failed ? (
        <PaneError failed={failed} what="your orders" onRetry={retry} />
      ) : !orders ? (
        <OrdersSkeleton />
      ) : orders.data.length === 0 ? (
        <EmptyState drawing={<EmptyParcel />} className="border-sand border-t">
          {page > 1
            ? "There are no older orders."
            : old?.before
              ? "No orders on this website yet. Your earlier ones are below."
              : "You haven’t placed any orders yet."}
        </EmptyState>
      ) : (
        <>
          <Group title="In progress" orders={orders.data.filter(({ state }) => !ENDED.includes(state))} />
          <Group title="Earlier" orders={orders.data.filter(({ state }) => ENDED.includes(state))} />
          <Pages name="My Orders" parameter="page" page={page} pages={orders.totalPages} />
        </>
      )}
      {orders && page >= orders.totalPages && old && <OrdersBefore old={old} />}
    </>
  );
}

function EmptyParcel() {
  return (
    <LineDrawing height={110}>
      <path d="M34 58v36l36 12 36-12V58M70 70v36M34 58l36 12 36-12-12-6M34 58l12-6M34 58 20 68l36 12 14-10 14 10 36-12-14-10" />
      <path d="M70 56c-2-14 0-26 8-38M74 34c-9-1-14-6-15-14 9 0 14 5 15 14Zm2-8c8 0 13-4 15-12-9 0-14 4-15 12Zm-5 18c8 1 14-2 18-9-9-2-15 1-18 9Z" />
    </LineDrawing>
  );
}

function Group({ title, orders }: { title: string; orders: readonly OrderSummary[] }) {
  const id = useId();
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-5">
      <h2 id={id} className="mb-3 font-sans font-semibold text-bark text-small tracking-normal">
        {title}
      </h2>
      <ul className="border-sand border-b">
        {orders.map((order) => (
          <OrderEntry key={order.number} order={order} />
        ))}
      </ul>
    </section>
  );
}
