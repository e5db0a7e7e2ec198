import { Link, useSearchParams } from "react-router";
import type { ListedOrder } from "../../contract/admin/orders.ts";
import { formatDateTime, formatWeekday } from "../../contract/dates.ts";
import { formatMoney } from "../shared/money.ts";
import { listQuery } from "./order-query.ts";
import type { Selected } from "./selection.ts";

const CELL = "md:px-3 md:py-2";

/** A table; on a phone each row is a card with the facts that matter. */
export function OrderTable({ orders, selected }: { orders: readonly ListedOrder[]; selected: Selected }) {
  const query = listQuery(useSearchParams()[0]);
  return (
    <div className="panel">
      <table className="w-full text-left max-md:block">
        <thead className="border-sand border-b bg-paper text-bark text-small max-md:sr-only">
          <tr>
            <th scope="col" className="w-8 py-2 pl-3">
              <input
                type="checkbox"
                aria-label="Select all on this page"
                className="size-4 accent-leaf"
                checked={selected.isPageSelected}
                onChange={selected.togglePage}
              />
            </th>
            {["Order", "Placed", "Customer", "State", "Payment", "Units", "Total"].map((name) => (
              <th
                key={name}
                scope="col"
                className={`px-3 py-2 font-semibold ${["Units", "Total"].includes(name) ? "text-right" : ""}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-sand max-md:block">
          {orders.map((order) => (
            <tr
              key={order.number}
              className="relative hover:bg-paper max-md:grid max-md:grid-cols-[auto_1fr_auto] max-md:gap-x-3 max-md:px-4 max-md:py-3"
            >
              <td className="w-8 md:py-2 md:pl-3 max-md:row-span-2 max-md:self-center">
                {/* Above the link that covers the row; its label is large enough for a thumb. */}
                <label className="relative z-1 -m-3 block p-3">
                  <input
                    type="checkbox"
                    aria-label={`Select ${order.number}`}
                    className="block size-4 accent-leaf"
                    checked={selected.numbers.includes(order.number)}
                    onChange={() => selected.toggle(order.number)}
                  />
                </label>
              </td>
              <td className={`whitespace-nowrap ${CELL}`}>
                <Link
                  data-row
                  to={`/orders/${order.number}${query}`}
                  className="font-semibold text-leaf after:absolute after:inset-0"
                >
                  {order.number}
                </Link>
              </td>
              <td className={`text-bark max-md:hidden ${CELL}`}>{formatDateTime(order.orderedAt)}</td>
              <td className={`max-md:col-start-2 ${CELL}`}>
                {order.customer}, {order.city}
              </td>
              <td className={`max-md:col-start-3 max-md:row-start-1 max-md:text-right ${CELL}`}>
                <span className="badge">{order.badge}</span>
                {order.deliverBy && (
                  <span className="ml-2 text-bark text-small max-lg:hidden">by {formatWeekday(order.deliverBy)}</span>
                )}
              </td>
              <td className={`text-bark max-md:hidden ${CELL}`}>
                {order.paymentMethod === "online" ? "Online" : "Cash"}
              </td>
              <td className={`text-right max-md:hidden ${CELL}`}>{order.units}</td>
              <td className={`text-right max-md:col-start-3 max-md:row-start-2 ${CELL}`}>{formatMoney(order.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
