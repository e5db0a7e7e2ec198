import { useId } from "react";
import { formatDay } from "../../../contract/dates.ts";
import type { OldOrder, OldOrderList } from "../../../contract/orders/old-orders.ts";
import { formatMoney } from "../../shared/money.ts";
import { useShop } from "../../shared/shop-context.ts";
import { Pages } from "./order-pages.tsx";

/** The orders of the shop before, to read; nothing where there are none. The URL contains their page. */
export function OrdersBefore({ old }: { old: OldOrderList }) {
  const id = useId();
  if (!old.before) return null;
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-2 text-title">
        Orders before {formatDay(old.before)}
      </h2>
      <p className="mb-3 text-bark text-small">
        You placed these with us before we moved to this website. To return something, or if you need an invoice, please
        write to us.
      </p>
      <ul className="border-sand border-b">
        {old.data.map((order) => (
          <OldOrderEntry key={order.number} order={order} />
        ))}
      </ul>
      <Pages name="the orders before" parameter="before" page={old.page} pages={old.totalPages} />
    </section>
  );
}

function OldOrderEntry({ order: { number, placedAt, status, total, refunded, lines } }: { order: OldOrder }) {
  const { currencySymbol } = useShop();
  return (
    <li className="border-sand border-t py-5">
      <article aria-label={`Order ${number}`}>
        <div className="dotted text-bark text-small">
          <h3 className="font-sans font-semibold text-ink tracking-normal wrap-anywhere">{number}</h3>
          <p>{formatDay(placedAt)}</p>
          {status && <p>{status}</p>}
          <p className="tabular-nums">Total {formatMoney(total, currencySymbol)}</p>
          {refunded > 0 && <p className="tabular-nums">Refunded {formatMoney(refunded, currencySymbol)}</p>}
        </div>
        <ul className="mt-2">
          {lines.map(({ title, quantity, price }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
            <li key={at} className="wrap-anywhere">
              {title}{" "}
              <span className="text-bark text-small tabular-nums">
                Qty {quantity}, {formatMoney(price, currencySymbol)}
              </span>
            </li>
          ))}
        </ul>
      </article>
    </li>
  );
}
