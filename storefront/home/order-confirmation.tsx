import { useCallback } from "react";
import { Link } from "react-router";
import { formatWeekday } from "../../contract/dates.ts";
import { orderPage } from "../../contract/orders/forms.ts";
import type { OrderDetail, OrderItem } from "../../contract/orders/schemas.ts";
import { api } from "../api/api.ts";
import { Mark } from "../shared/brand.tsx";
import { formatMoney } from "../shared/money.ts";
import { productCount } from "../shared/numbers.ts";
import { OrderProgress } from "../shared/order/order-progress.tsx";
import { Picture } from "../shared/picture.tsx";
import { useShop } from "../shared/shop-context.ts";
import { useRead } from "../shared/use-read.ts";

interface OrderConfirmationProps {
  number: string;
  /** The customer's full name. */
  name: string;
}

/** Thanks for an order that has just been paid. Arrival and photographs follow once they are loaded, in reserved space. */
export default function OrderConfirmation({ number, name }: OrderConfirmationProps) {
  const { currencySymbol } = useShop();
  const { value: order, failed } = useRead(useCallback(() => api.readOrder({ params: { number } }), [number]));
  // Another customer has logged in meanwhile.
  if (failed?.errorResponse?.statusCode === 404) return null;
  const items = order?.items ?? [];
  const receiver = order?.gift?.receiver;
  return (
    <section
      aria-labelledby="order-confirmation"
      className="flex first-view flex-col-reverse justify-end bg-linen sm:grid sm:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
    >
      <div className="px-gutter py-5 sm:col-start-2 sm:self-center sm:px-10 sm:py-6 lg:px-16 lg:py-12">
        <Mark pathLength={1} className="draw-line size-10 text-brass sm:size-14" />
        <h2 id="order-confirmation" className="mt-3 text-display wrap-anywhere sm:mt-4">
          Thank&nbsp;you, <em>{name.split(" ")[0]}.</em>
        </h2>
        <p className="mt-3 min-h-[2lh] text-balance text-lead sm:mt-4">
          We have your order <span className="inline-block">{number}</span> and will pack it next. We’ve emailed you the
          details.
          {order?.deliverBy && (
            <span className="block">
              It arrives {receiver && <>with {receiver.name} </>}by{" "}
              <strong className="inline-block">{formatWeekday(order.deliverBy)}</strong>.
            </span>
          )}
        </p>
        <OrderProgress state={order?.state ?? "paid"} className="mt-4 max-w-xl sm:mt-7" />
        <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-5">
          <Link to={orderPage(number)} className="button-primary max-sm:w-full">
            View Order Details
          </Link>
          {order && items.length > 1 && (
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Thumbnails items={items} />
              <p className="text-bark text-small/5 tabular-nums">
                {productCount(items.length, { relation: "eq" })}
                <br />
                {formatMoney(order.totalPrice, currencySymbol)}
              </p>
            </div>
          )}
        </div>
        <p className="mt-5 min-h-[1lh] text-bark text-small wrap-anywhere">
          {order && `Delivering to ${inOneLine(order.shippingAddress)}`}
        </p>
      </div>
      <div className="relative aspect-5/4 bg-sand sm:col-start-1 sm:row-start-1 sm:aspect-auto">
        {items[0]?.product.images[0] && (
          <Picture
            picture={items[0].product.images[0]}
            alt={items[0].product.title}
            sizes="(min-width: 640px) max(42vw, 42rem), 100vw"
            imageClassName="absolute inset-0 size-full object-cover object-[50%_45%] sm:object-[50%_30%]"
          />
        )}
      </div>
    </section>
  );
}

const inOneLine = ({ street, city, state, pincode }: OrderDetail["shippingAddress"]) =>
  `${street}, ${city}, ${state} ${pincode}`;

/** Shows the order's products. */
function Thumbnails({ items }: { items: OrderItem[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {items.map(
        ({ position, product }) =>
          product.images[0] && (
            <li key={position}>
              <Picture
                picture={product.images[0]}
                alt={product.title}
                sizes="56px"
                imageClassName="size-14 rounded-picture object-cover"
              />
            </li>
          ),
      )}
    </ul>
  );
}
