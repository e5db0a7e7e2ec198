import { Link } from "react-router";
import { formatRecentDay } from "../../contract/dates.ts";
import { orderPage } from "../../contract/orders/forms.ts";
import type { OrderDetail } from "../../contract/orders/schemas.ts";
import { OrderProgress } from "../shared/order/order-progress.tsx";
import { OrderTimeline } from "../shared/order/order-timeline.tsx";
import { ProductPicture, ProductTitle } from "../shared/order/ordered-product.tsx";
import { RefundedNote } from "../shared/order/refunded-note.tsx";
import { Shipments } from "../shared/order/shipments.tsx";
import { stateSentence } from "../shared/order/state-sentence.ts";

/** An order's state, timeline, parcels and products. */
export function FoundOrder({ order }: { order: OrderDetail }) {
  return (
    <article
      aria-labelledby="found"
      className="grid gap-x-10 gap-y-7 rounded-picture bg-linen p-5 sm:grid-cols-2 sm:gap-y-9 md:p-8 lg:gap-x-16 lg:p-12"
    >
      <div className="sm:col-span-full sm:row-start-1 sm:pr-52">
        <p className="font-display text-heading leading-tight">{stateSentence(order, new Date())}</p>
        <div className="dotted mt-2 text-bark">
          <h2 id="found" className="font-sans font-semibold text-body/[1.6] text-ink tracking-normal">
            Order {order.number}
          </h2>
          <p>Ordered on {formatRecentDay(order.orderedAt)}</p>
          <RefundedNote refunded={order.refunded} />
        </div>
      </div>
      {/* On a phone the timeline says it. */}
      <OrderProgress state={order.state} className="max-sm:hidden sm:col-span-full" />
      <Link
        to={orderPage(order.number)}
        className="button-quiet justify-self-start sm:col-start-2 sm:row-start-1 sm:self-center sm:justify-self-end"
      >
        View Order Details
      </Link>
      <section aria-labelledby="found-timeline">
        <h3 id="found-timeline" className="mb-4 text-title">
          Timeline
        </h3>
        <OrderTimeline {...order} />
      </section>
      <div className="grid content-start gap-7">
        <section aria-labelledby="found-shipment">
          <h3 id="found-shipment" className="mb-3 text-title">
            Shipment
          </h3>
          <Shipments {...order} />
        </section>
        <section aria-labelledby="found-items">
          <h3 id="found-items" className="mb-3 text-title">
            Items
          </h3>
          <ul className="grid gap-y-3">
            {order.items.map(({ position, product, quantity }) => (
              <li key={position} className="flex items-center gap-3">
                <ProductPicture product={product} className="size-14 rounded-picture" />
                <div className="min-w-0">
                  <ProductTitle product={product} className="font-display leading-tight wrap-anywhere" />
                  <p className="text-bark text-small">
                    {[product.size, `Qty ${quantity}`].filter(Boolean).join(" · ")}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </article>
  );
}
