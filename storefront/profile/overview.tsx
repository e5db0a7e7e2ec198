import { useCallback, useId } from "react";
import { Link } from "react-router";
import { productPath } from "../../contract/catalogue/product-path.ts";
import { formatRecentDay } from "../../contract/dates.ts";
import { orderPage } from "../../contract/orders/forms.ts";
import type { OrderItem, OrderState, OrderSummary } from "../../contract/orders/schemas.ts";
import { shopNow } from "../../contract/shop-clock.ts";
import { api } from "../api/api.ts";
import { OrderProgress } from "../shared/order/order-progress.tsx";
import { stateSentence } from "../shared/order/state-sentence.ts";
import { Picture } from "../shared/picture.tsx";
import { Section } from "../shared/section.tsx";
import { useRead } from "../shared/use-read.ts";
import { type OwnedProduct, ownedProducts } from "./owned-products.ts";

/** One row on a desktop; a narrower window shows as many as fit into one. */
const MAX_ORDERED = 6;
const IN_STRIP = 4;
const NOT_KEPT: readonly OrderState[] = ["pending", "expired", "cancelled", "returned"];

/** The customer's own things above the form: the last order, and the products of the last orders. My Orders reports a failure to read them. */
export function Overview() {
  const { value: orders, failed } = useRead(useCallback(() => api.listOrders({ query: {} }), []));
  if (failed) return null;
  if (!orders) return <div className={`${LAST_ORDER} h-52 animate-pulse`} aria-hidden="true" />;
  const [last] = orders.data;
  const owned = ownedOf(orders.data);
  return (
    <>
      {last ? (
        <LastOrder order={last} />
      ) : (
        <p className={LAST_ORDER}>
          You haven’t ordered anything yet.{" "}
          <Link to="/products" className="font-semibold text-leaf text-link">
            See all products
          </Link>
        </p>
      )}
      {owned.length > 0 && <Ordered items={owned} />}
    </>
  );
}

const LAST_ORDER = "mt-2 mb-10 rounded-picture bg-linen p-5 sm:p-7 md:mb-12 lg:mt-7";

function LastOrder({ order }: { order: OrderSummary }) {
  const id = useId();
  const { number, items, orderedAt } = order;
  return (
    <section aria-labelledby={id} className={`${LAST_ORDER} grid gap-y-5`}>
      <div
        className={`flex flex-wrap items-center justify-between gap-x-8 gap-y-4 ${items.length > 1 ? "" : "*:first:flex-[1_1_9rem]"}`}
      >
        <div>
          <h2 id={id} className="font-sans font-semibold text-bark text-small tracking-normal">
            Last order, {formatRecentDay(orderedAt)}
          </h2>
          <p className="mt-2 font-display text-heading leading-tight">{stateSentence(order, shopNow())}</p>
        </div>
        <ul className="flex flex-wrap gap-2 sm:gap-3">
          {items.slice(0, IN_STRIP).map(({ position, product }) => (
            <li key={position}>
              <Thumbnail
                item={product}
                className={items.length === 1 ? "size-20 sm:size-24" : "size-16 sm:size-20"}
                sizes="96px"
              />
            </li>
          ))}
        </ul>
      </div>
      <OrderProgress state={order.state} />
      <Link
        to={orderPage(number)}
        className="standalone-link -my-3 justify-self-start font-semibold text-leaf text-small"
      >
        View Order Details<span className="sr-only"> of {number}</span>
      </Link>
    </section>
  );
}

function Ordered({ items }: { items: readonly OwnedProduct[] }) {
  return (
    <Section title="What you’ve ordered">
      <ul className="grid grid-cols-3 gap-x-3 gap-y-5 sm:grid-cols-4 sm:gap-x-4 xl:grid-cols-6">
        {items.map((item) => (
          <li key={item._id} className="max-sm:nth-[n+4]:hidden sm:max-xl:nth-[n+5]:hidden">
            <Link
              to={productPath(item.slug, item.size)}
              className="grid gap-2 text-balance text-small leading-tight wrap-anywhere hover:text-leaf"
            >
              <Thumbnail item={item} className="aspect-square w-full" sizes="(min-width: 640px) 120px, 30vw" alt="" />
              {item.title}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Thumbnail({
  item,
  className,
  sizes,
  alt = item.title,
}: {
  item: OrderItem["product"];
  className: string;
  sizes: string;
  alt?: string;
}) {
  const [picture] = item.images;
  return picture ? (
    <Picture picture={picture} alt={alt} sizes={sizes} imageClassName={`${className} rounded-picture object-cover`} />
  ) : (
    <span
      className={`${className} grid place-items-center overflow-hidden rounded-picture bg-sand p-1 text-[0.6875rem] leading-tight`}
    >
      {alt}
    </span>
  );
}

/** The products of the orders, each once, the last first. */
function ownedOf(orders: readonly OrderSummary[]): OwnedProduct[] {
  const owned = new Map<string, OwnedProduct>();
  const items = orders.filter(({ state }) => !NOT_KEPT.includes(state)).flatMap((order) => order.items);
  for (const product of ownedProducts(items)) if (!owned.has(product._id)) owned.set(product._id, product);
  return [...owned.values()].slice(0, MAX_ORDERED);
}
