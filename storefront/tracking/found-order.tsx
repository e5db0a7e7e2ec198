import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { formatRecentDay } from "../../contract/dates.ts";
import { orderPage } from "../../contract/orders/forms.ts";
import type { OrderDetail } from "../../contract/orders/schemas.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { focusPart } from "../shared/focus.ts";
import { OrderTimeline } from "../shared/order/order-timeline.tsx";
import { OrderedProduct } from "../shared/order/ordered-product.tsx";
import { Part } from "../shared/order/part.tsx";
import { Qty } from "../shared/order/qty.tsx";
import { RefundedNote } from "../shared/order/refunded-note.tsx";
import { Shipments } from "../shared/order/shipments.tsx";
import { stateSentence } from "../shared/order/state-sentence.ts";

/** An order's state, timeline, parcels and products, in the page's columns. */
export function FoundOrder({ order }: { order: OrderDetail }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Where what was searched begins.
  useEffect(() => focusPart(heading.current), []);
  return (
    <article aria-labelledby="found" className="grid grid-cols-subgrid gap-y-9">
      <div className="col-span-full grid gap-y-6 rounded-picture bg-linen p-5 sm:grid-cols-[minmax(0,1fr)_auto] sm:gap-x-8 md:p-8 lg:p-10">
        <div>
          <p className="font-display text-heading leading-tight">{stateSentence(order, shopNow())}</p>
          <div className="dotted mt-2 text-bark">
            <h2 ref={heading} id="found" className="font-sans font-semibold text-body/[1.6] text-ink tracking-normal">
              Order {order.number}
            </h2>
            <p>Ordered on {formatRecentDay(order.orderedAt)}</p>
            <RefundedNote refunded={order.refunded} />
          </div>
        </div>
        <Link to={orderPage(order.number)} className="button-quiet sm:self-center">
          View Order Details
        </Link>
      </div>
      <Part title="Timeline" className="sm:row-span-2 lg:row-span-1">
        <OrderTimeline {...order} />
      </Part>
      <Part title="Items">
        <ul className="grid gap-y-4">
          {order.items.map(({ position, product, quantity }) => (
            <OrderedProduct key={position} product={product}>
              <p className="mt-0.5">
                {product.size !== "" && `${product.size} · `}
                <Qty /> {quantity}
              </p>
            </OrderedProduct>
          ))}
        </ul>
      </Part>
      <Part title="Shipment">
        <Shipments {...order} />
      </Part>
    </article>
  );
}
