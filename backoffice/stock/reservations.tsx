import { Link } from "react-router";
import type { StockReservation } from "../../contract/admin/stock.ts";
import { formatShortDateTime } from "../../contract/dates.ts";
import { useMay } from "../shared/session.ts";

/** The orders, and changes of orders, that reserve units of a size until they are paid. An order's page cancels it, or withdraws its change. */
export function Reservations({ reservations }: { reservations: readonly StockReservation[] }) {
  const maySee = useMay("view_orders");
  if (reservations.length === 0) return null;
  return (
    <section aria-labelledby="reservations" className="panel p-4">
      <h2 id="reservations" className="mb-2">
        Reserved
      </h2>
      <ul className="divide-y divide-sand">
        {reservations.map(({ order, customer, paymentMethod, units, isSample, until }) => (
          <li
            key={`${order} ${isSample}`}
            className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 py-2"
          >
            <span className="wrap-anywhere">
              {maySee ? (
                <Link to={`/orders/${order}`} className="text-link font-semibold">
                  {order}
                </Link>
              ) : (
                <strong>{order}</strong>
              )}
              {customer && `, ${customer}`}
              <span className="block text-bark text-small">
                {paymentMethod === "online" ? "Waits for its payment" : "Waits for its confirmation"}, until{" "}
                {formatShortDateTime(until)}
              </span>
            </span>
            <span>
              {units} {isSample ? "as a free sample" : units === 1 ? "unit" : "units"}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-bark text-small">
        To release the units, open the order, and cancel it or withdraw its change.
      </p>
    </section>
  );
}
