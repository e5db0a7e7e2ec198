import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import type { ListedOrder } from "../../contract/admin/orders.ts";
import { formatRecentDateTime, formatWeekday } from "../../contract/dates.ts";
import type { OrderState } from "../../contract/orders/schemas.ts";
import { Badge } from "../shared/badge.tsx";
import type { NextStep } from "../shared/empty.tsx";
import { formatMoney } from "../shared/money.ts";
import { OrderBadge } from "../shared/order-badge.tsx";
import { type Column, ResourceList } from "../shared/resource-list.tsx";
import type { Selection } from "../shared/selection.ts";
import { orderQuery } from "./order-query.ts";

/** Only for these does the promised day still matter. */
const TO_ARRIVE: ReadonlySet<OrderState> = new Set(["paid", "processing", "packed", "shipped", "out_for_delivery"]);

const COLUMNS: readonly [Column<ListedOrder>, ...Column<ListedOrder>[]] = [
  {
    name: "Order",
    phone: "title",
    cell: ({ number, isTest }) => (
      <span className="max-md:inline-block md:whitespace-nowrap">
        {number}
        {isTest && <Badge className="ml-2">Test</Badge>}
      </span>
    ),
  },
  {
    name: "Placed",
    cell: ({ orderedAt }) => (
      <span className="max-md:inline-block md:whitespace-nowrap text-bark">{formatRecentDateTime(orderedAt)}</span>
    ),
  },
  {
    name: "Customer",
    phone: "below",
    cell: ({ customer, city, lacksPhone }) => (
      <>
        {customer}, {city}
        {lacksPhone && (
          <span className="ml-2 max-md:inline-block md:whitespace-nowrap text-small text-terracotta">
            No phone number
          </span>
        )}
      </>
    ),
  },
  {
    name: "State",
    phone: "right",
    cell: ({ badge, state, dueForEdit }) => (
      <>
        <OrderBadge badge={badge} state={state} />
        {dueForEdit > 0 && (
          <span className="block whitespace-nowrap text-small text-terracotta">
            Waits for {formatMoney(dueForEdit)}
          </span>
        )}
      </>
    ),
  },
  {
    name: "Promised",
    cell: ({ state, deliverBy }) => (
      <span className="text-bark md:whitespace-nowrap">
        {deliverBy && TO_ARRIVE.has(state) && formatWeekday(deliverBy)}
      </span>
    ),
  },
  { name: "Units", isNumber: true, cell: ({ units }) => units },
  {
    name: "Total",
    isNumber: true,
    phone: "right-below",
    cell: ({ total, paymentMethod, state, deliverBy }) => (
      <>
        {paymentMethod === "cash_on_delivery" && <span className="text-bark text-small">Cash </span>}
        {formatMoney(total)}
        {deliverBy && TO_ARRIVE.has(state) && (
          <span className="block whitespace-nowrap text-bark text-small md:hidden">by {formatWeekday(deliverBy)}</span>
        )}
      </>
    ),
  },
];

interface OrderTableProps {
  orders: readonly ListedOrder[];
  selection: Selection;
  /** The text shown without orders, and the step that is offered. */
  empty: ReactNode;
  next: NextStep | undefined;
}

export function OrderTable({ orders, selection, empty, next }: OrderTableProps) {
  const query = orderQuery.withoutPage(useSearchParams()[0]);
  return (
    <ResourceList
      label="Orders"
      rows={orders}
      columns={COLUMNS}
      keyOf={({ number }) => number}
      to={({ number }) => `/orders/${number}${query}`}
      selection={selection}
      empty={empty}
      next={next}
    />
  );
}
