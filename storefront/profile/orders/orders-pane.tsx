import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { OrderDetails } from "./order-details.tsx";
import { OrderList } from "./order-list.tsx";

/** The customer's orders: the list page by page, or the one whose number stands in the address. */
export function OrdersPane() {
  const [search] = useSearchParams();
  const number = search.get("order");
  const asked = Number(search.get("page"));
  const page = Number.isInteger(asked) && asked > 1 ? asked : 1;

  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(`${number} ${page}`);
  // The link that led here is gone, and the focus with it.
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
