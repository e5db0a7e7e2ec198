import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { OrderDetails } from "./order-details.tsx";
import { OrderList } from "./order-list.tsx";

/** My Orders: the list, or the order whose number is in the URL. */
export function OrdersPane() {
  const [search] = useSearchParams();
  const number = search.get("order");
  const requested = Number(search.get("page"));
  const page = Number.isInteger(requested) && requested > 1 ? requested : 1;

  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(`${number} ${page}`);
  // The followed link was removed with the focus.
  useEffect(() => {
    if (shown.current === `${number} ${page}`) return;
    shown.current = `${number} ${page}`;
    box.current?.focus({ preventScroll: true });
  }, [number, page]);

  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {number ? <OrderDetails key={number} number={number} /> : <OrderList page={page} />}
    </div>
  );
}
