import { useCallback } from "react";
import { Link } from "react-router";
import { formatRecentDateTime } from "../../../contract/dates.ts";
import type { OrderDetail } from "../../../contract/orders/schemas.ts";
import { shopNow } from "../../../contract/shop-clock.ts";
import { api } from "../../api/api.ts";
import { AddressLines } from "../../shared/address/address-lines.tsx";
import { ChevronLeftIcon } from "../../shared/icons.tsx";
import { formatMoney, roundedToPaise } from "../../shared/money.ts";
import { Amounts } from "../../shared/order/amounts.tsx";
import { OrderTimeline } from "../../shared/order/order-timeline.tsx";
import { Part } from "../../shared/order/part.tsx";
import { RefundedNote } from "../../shared/order/refunded-note.tsx";
import { Shipments } from "../../shared/order/shipments.tsx";
import { stateSentence } from "../../shared/order/state-sentence.ts";
import { useShop } from "../../shared/shop-context.ts";
import { useRead } from "../../shared/use-read.ts";
import { PaneError } from "../pane-error.tsx";
import { panePath } from "../panes.ts";
import { GiftFacts } from "./gift-facts.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderItemRow } from "./order-item-row.tsx";
import { OrderRequests } from "./order-requests.tsx";
import { OrdersSkeleton } from "./orders-skeleton.tsx";
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
  const column = "grid content-start gap-y-9";
  return (
    <>
      <p className="mt-1 font-display text-display leading-[1.1]">{stateSentence(order, shopNow())}</p>
      <div className="dotted mt-3 text-bark">
        <h1 className="font-sans font-semibold text-body/[1.6] text-ink tracking-normal">Order {order.number}</h1>
        <p>Ordered on {formatRecentDateTime(order.orderedAt)}</p>
        <RefundedNote refunded={order.refunded} />
      </div>
      <OrderRequests order={order} onChange={onChange} />
      <div className="mt-9 grid gap-x-10 gap-y-9 print:block print:space-y-9 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_min(18rem,30%)]">
        <div className={column}>
          <Part title="Items">
            <ul className="grid gap-4">
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
          <OrderActions order={order} onChange={onChange} />
          <Part title="Timeline">
            <OrderTimeline {...order} />
          </Part>
        </div>
        <div className={column}>
          <Part title="Price details" look="card">
            <Amounts
              subtotal={order.subtotal}
              shipping={order.shipping}
              fees={order.fees}
              giftWrap={order.gift?.wrap ?? null}
              offers={order.offers}
              rounding={order.rounding}
              discount={order.totalDiscount}
              total={order.totalPrice}
              tax={order.tax}
            />
            <RemovedItems order={order} />
          </Part>
          <Part title="Shipment">
            <Shipments {...order} />
          </Part>
          <div className="grid gap-y-5">
            <Part title="Shipping address">
              <p className="font-semibold wrap-anywhere">{order.gift?.receiver?.name ?? customer.name}</p>
              <AddressLines {...shippingAddress} />
            </Part>
            {isSamePlace ? (
              <Part title="Billing address" look="small">
                <p className="text-bark">Same as the shipping address</p>
              </Part>
            ) : (
              <Part title="Billing address">
                <p className="font-semibold wrap-anywhere">{customer.name}</p>
                <AddressLines {...billingAddress} />
              </Part>
            )}
          </div>
          <Part title="Payment">
            <PaymentFacts order={order} />
          </Part>
          {order.gift && (
            <Part title="Gift">
              <GiftFacts gift={order.gift} />
            </Part>
          )}
        </div>
        {order.returns.length > 0 && (
          <Part title="Returns" className="col-span-full">
            <Returns returns={order.returns} items={items} />
          </Part>
        )}
      </div>
    </>
  );
}

/** Says of an order whose items were replaced what of its total was credited for those that went. */
function RemovedItems({ order: { furtherInvoices, creditNotes, totalPrice } }: { order: OrderDetail }) {
  const { currencySymbol } = useShop();
  if (furtherInvoices.length === 0 || creditNotes.length === 0) return null;
  const credited = roundedToPaise(creditNotes.reduce((sum, { amount }) => sum + amount, 0));
  const money = (rupees: number) => formatMoney(rupees, currencySymbol);
  return (
    <p className="mt-3 text-bark text-small">
      {money(credited)} of it was for items that were removed and is credited, so the rest costs{" "}
      {money(roundedToPaise(totalPrice - credited))}.
    </p>
  );
}
