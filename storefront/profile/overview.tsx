import { type ReactNode, useCallback, useId } from "react";
import { Link } from "react-router";
import { formatDay } from "../../contract/dates.ts";
import { orderPage } from "../../contract/orders/forms.ts";
import { isFreeSample, type OrderItem, type OrderState, type OrderSummary } from "../../contract/orders/schemas.ts";
import { api } from "../api/api.ts";
import { stateSentence } from "../shared/order/state-sentence.ts";
import { Picture } from "../shared/picture.tsx";
import { productPath } from "../shared/product/product-path.ts";
import { useRead } from "../shared/use-read.ts";

const ON_SHELF = 8;
const IN_STRIP = 4;
const NEVER_HAD: readonly OrderState[] = ["pending", "expired", "cancelled", "returned"];

/** The customer's own things above the form: the last order, and the products of the last orders. My Orders reports a failure to read them. */
export function Overview() {
  const { value: orders, failed } = useRead(useCallback(() => api.listOrders({ query: {} }), []));
  if (failed) return null;
  if (!orders)
    return (
      <Columns>
        <div className="h-56 animate-pulse rounded-picture bg-linen" aria-hidden="true" />
        <div className="h-56 animate-pulse rounded-picture bg-linen max-sm:hidden" aria-hidden="true" />
      </Columns>
    );
  const [last] = orders.data;
  const owned = ownedOf(orders.data);
  return (
    <Columns>
      {last ? (
        <LastOrder order={last} />
      ) : (
        <p className="rounded-picture border border-sand p-5">
          Your shelf is still empty. The Discovery Set is where many people start.{" "}
          <Link to="/products" className="font-semibold text-leaf text-link">
            See all products
          </Link>
        </p>
      )}
      {owned.length > 0 && <Shelf items={owned} />}
    </Columns>
  );
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="mt-7 grid gap-x-10 gap-y-8 sm:grid-cols-2">{children}</div>;
}

function LastOrder({ order }: { order: OrderSummary }) {
  const id = useId();
  const { number, items, orderedAt } = order;
  return (
    <section aria-labelledby={id} className="flex flex-col rounded-picture border border-sand p-5">
      <h2 id={id} className="font-sans font-semibold text-bark text-small tracking-normal">
        Last order, {formatDay(orderedAt)}
      </h2>
      <p className="mt-2 font-display text-quote leading-tight">{stateSentence(order, new Date())}</p>
      <ul className="mt-5 flex gap-2">
        {items.slice(0, IN_STRIP).map(({ position, product }) => (
          <li key={position}>
            <Thumbnail item={product} className="size-16" sizes="64px" />
          </li>
        ))}
      </ul>
      <Link
        to={orderPage(number)}
        className="mt-auto inline-flex min-h-11 items-center self-start pt-3 font-semibold text-leaf text-link"
      >
        View Order Details<span className="sr-only"> of {number}</span>
      </Link>
    </section>
  );
}

type Owned = OrderItem["product"] & { slug: string };

function Shelf({ items }: { items: readonly Owned[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="text-title">
        On your shelf
      </h2>
      <ul className="mt-4 grid grid-cols-4 gap-2 sm:gap-3">
        {items.map((item) => (
          <li key={item._id}>
            <Link to={productPath(item.slug, item.size)} className="block">
              <Thumbnail item={item} className="aspect-square w-full" sizes="(min-width: 640px) 100px, 22vw" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Thumbnail({ item, className, sizes }: { item: OrderItem["product"]; className: string; sizes: string }) {
  const [picture] = item.images;
  return picture ? (
    <Picture
      picture={picture}
      alt={item.title}
      sizes={sizes}
      imageClassName={`${className} rounded-control object-cover`}
    />
  ) : (
    <span
      className={`${className} grid place-items-center overflow-hidden rounded-control bg-sand p-1 text-[0.6875rem] leading-tight`}
    >
      {item.title}
    </span>
  );
}

/** The products of the orders, each once, the last first; not samples, nor products that the shop no longer has. */
function ownedOf(orders: readonly OrderSummary[]): Owned[] {
  const owned = new Map<string, Owned>();
  for (const { product, quantity, creditedQuantity } of orders
    .filter(({ state }) => !NEVER_HAD.includes(state))
    .flatMap(({ items }) => items)) {
    const { slug } = product;
    if (slug !== null && !isFreeSample(product) && creditedQuantity < quantity && !owned.has(product._id))
      owned.set(product._id, { ...product, slug });
  }
  return [...owned.values()].slice(0, ON_SHELF);
}
