import { formatDateTime } from "../../../contract/dates.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";

const NEVER_SENT: readonly OrderDetail["state"][] = ["cancelled", "expired"];

export function Shipments({ shipments, state }: Pick<OrderDetail, "shipments" | "state">) {
  if (shipments.length === 0)
    return (
      <p className="text-bark text-small">
        {NEVER_SENT.includes(state)
          ? "This order wasn’t shipped."
          : "The AWB (courier’s tracking number) will appear here once your order ships."}
      </p>
    );
  return (
    <ul className="grid gap-4">
      {shipments.map(({ awb, courier, shippedAt, deliveredAt }) => (
        <li key={awb}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1 text-small">
            <dt className="text-bark">AWB</dt>
            <dd className="select-all font-semibold wrap-anywhere">{awb}</dd>
            <dt className="text-bark">Courier</dt>
            <dd className="wrap-anywhere">{courier}</dd>
            <dt className="text-bark">Shipped</dt>
            <dd>{formatDateTime(shippedAt)}</dd>
            {deliveredAt && (
              <>
                <dt className="text-bark">Delivered</dt>
                <dd>{formatDateTime(deliveredAt)}</dd>
              </>
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}
