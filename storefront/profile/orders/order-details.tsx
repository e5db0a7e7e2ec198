import { useCallback } from "react";
import { Link } from "react-router";
import { formatDateTime } from "../../../contract/dates.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { api } from "../../api/api.ts";
import { AddressLines } from "../../shared/address/address-lines.tsx";
import { ChevronLeftIcon } from "../../shared/icons.tsx";
import { Amounts } from "../../shared/order/amounts.tsx";
import { OrderBadge } from "../../shared/order/order-badge.tsx";
import { OrderProgress } from "../../shared/order/order-progress.tsx";
import { OrderTimeline } from "../../shared/order/order-timeline.tsx";
import { RefundedNote } from "../../shared/order/refunded-note.tsx";
import { Shipments } from "../../shared/order/shipments.tsx";
import { stateSentence } from "../../shared/order/state-sentence.ts";
import { useRead } from "../../shared/use-read.ts";
import { PaneError } from "../pane-error.tsx";
import { panePath } from "../panes.ts";
import { GiftFacts } from "./gift-facts.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderItemRow } from "./order-item-row.tsx";
import { OrdersSkeleton } from "./orders-skeleton.tsx";
import { Part } from "./part.tsx";
import { PaymentFacts } from "./payment-facts.tsx";
import { Returns } from "./returns.tsx";

export function OrderDetails({ number }: { number: string }) {
  const {
    value: order,
    failed,
    setValue,
    retry,
  } = useRead(useCallback(() => api.readOrder({ params: { number } }), [number]));
  return (
    <>
      <Link to={panePath("5")} className="-ml-1.5 inline-flex min-h-11 items-center gap-1 text-leaf text-small">
        <ChevronLeftIcon width="18" height="18" />
        My Orders
      </Link>
      {order ? (
        <Details order={order} onChange={setValue} />
      ) : (
        <>
          <h1 className="mb-7 text-heading wrap-anywhere">Order {number}</h1>
          {[400, 404, 422].includes(failed?.errorResponse?.statusCode ?? 0) ? (
            <p className="text-bark">We couldn’t find this order in your account.</p>
          ) : failed ? (
            <PaneError failed={failed} what="this order" onRetry={retry} />
          ) : (
            <OrdersSkeleton />
          )}
        </>
      )}
    </>
  );
}

const ADDRESS_LINES = ["street", "city", "state", "pincode"] as const;

function Details({ order, onChange }: { order: OrderDetail; onChange: (order: OrderDetail) => void }) {
  const { items, shippingAddress, billingAddress, customer } = order;
  const isSamePlace =
    !order.gift?.receiver && ADDRESS_LINES.every((line) => shippingAddress[line] === billingAddress[line]);
  return (
    <>
      <p className="mt-1 font-display text-display leading-[1.1]">{stateSentence(order, new Date())}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="font-sans font-semibold text-body tracking-normal">Order {order.number}</h1>
        <OrderBadge {...order} />
        <RefundedNote refunded={order.refunded} />
      </div>
      <p className="mt-1 text-bark text-small">Ordered on {formatDateTime(order.orderedAt)}</p>
      <OrderProgress state={order.state} className="mt-7" />
      <OrderActions order={order} onChange={onChange} />
      <div className="mt-10 grid gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="grid content-start gap-x-12 gap-y-9 sm:grid-cols-2">
          <Part title="Items" className="col-span-full">
            <ul className="grid gap-y-5">
              {items.map((item) => (
                <OrderItemRow
                  key={item.position}
                  item={item}
                  state={order.state}
                  lots={order.lots.filter(({ position }) => position === item.position)}
                />
              ))}
            </ul>
          </Part>
          <Part title="Timeline">
            <OrderTimeline {...order} />
          </Part>
          <div className="grid content-start gap-9">
            <Part title="Shipping address">
              <p className="font-semibold wrap-anywhere">{order.gift?.receiver?.name ?? customer.name}</p>
              <AddressLines {...shippingAddress} />
            </Part>
            <Part title="Billing address">
              {isSamePlace ? (
                <p className="text-bark">Same as the shipping address</p>
              ) : (
                <>
                  <p className="font-semibold wrap-anywhere">{customer.name}</p>
                  <AddressLines {...billingAddress} />
                </>
              )}
            </Part>
          </div>
          {order.returns.length > 0 && (
            <Part title="Returns" className="col-span-full">
              <Returns returns={order.returns} items={items} />
            </Part>
          )}
        </div>
        <div className="grid content-start gap-x-10 gap-y-8 self-start rounded-picture bg-linen p-5 sm:grid-cols-2 sm:p-8 xl:grid-cols-1 xl:p-7">
          <Part title="Shipment" isOnCard>
            <Shipments {...order} />
          </Part>
          <Part title="Price details" isOnCard className="sm:max-xl:row-span-2">
            <Amounts
              subtotal={order.subtotal}
              shipping={order.shipping}
              fees={order.fees}
              giftWrap={order.gift?.wrap ?? null}
              offers={order.offers}
              discount={order.totalDiscount}
              total={order.totalPrice}
              tax={order.tax}
            />
          </Part>
          <Part title="Payment" isOnCard>
            <PaymentFacts order={order} />
          </Part>
          {order.gift && (
            <Part title="Gift" isOnCard>
              <GiftFacts gift={order.gift} />
            </Part>
          )}
        </div>
      </div>
    </>
  );
}
