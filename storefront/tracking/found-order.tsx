import { Link } from "react-router";
import { formatDay } from "../../contract/dates.ts";
import { orderPage } from "../../contract/orders/forms.ts";
import type { OrderDetail } from "../../contract/orders/schemas.ts";
import { OrderProgress } from "../shared/order/order-progress.tsx";
import { OrderTimeline } from "../shared/order/order-timeline.tsx";
import { ProductPicture } from "../shared/order/ordered-product.tsx";
import { RefundedNote } from "../shared/order/refunded-note.tsx";
import { Shipments } from "../shared/order/shipments.tsx";
import { stateSentence } from "../shared/order/state-sentence.ts";

/** An order's state and timeline. */
export function FoundOrder({ order }: { order: OrderDetail }) {
  const units = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article
      aria-labelledby="found"
      className="grid gap-x-10 gap-y-8 rounded-picture bg-linen p-5 sm:grid-cols-[5fr_7fr] sm:grid-rows-[auto_1fr] md:p-8 lg:gap-x-16 lg:p-12"
    >
      <div>
        <p className="font-display text-heading leading-tight">{stateSentence(order, new Date())}</p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="found" className="font-sans font-semibold text-body tracking-normal">
            Order {order.number}
          </h2>
          <RefundedNote refunded={order.refunded} />
        </div>
        <p className="mt-1.5 text-bark text-small">
          Ordered on {formatDay(order.orderedAt)} · {units} {units === 1 ? "item" : "items"}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          {order.items.map(({ position, product }) => (
            <ProductPicture key={position} product={product} className="size-16 rounded-picture" />
          ))}
        </div>
      </div>
      <div className="sm:col-start-2 sm:row-span-2 sm:row-start-1">
        <OrderProgress state={order.state} className="mb-8 sm:mt-3" />
        <section aria-labelledby="found-timeline">
          <h3 id="found-timeline" className="eyebrow mb-4 text-bark">
            Timeline
          </h3>
          <OrderTimeline {...order} />
        </section>
      </div>
      <section aria-labelledby="found-shipment" className="border-sand border-t pt-6">
        <h3 id="found-shipment" className="eyebrow mb-3 text-bark">
          Shipment
        </h3>
        <Shipments {...order} />
        <Link to={orderPage(order.number)} className="button-quiet mt-7">
          View Order Details
        </Link>
      </section>
    </article>
  );
}
