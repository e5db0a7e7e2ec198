import { useSearchParams } from "react-router";
import { orderOf, pageOf } from "../panes.ts";
import { OrderDetails } from "./order-details.tsx";
import { OrderList } from "./order-list.tsx";

/** My Orders: the list, or the order whose number is in the URL. */
export function OrdersPane() {
  const [search] = useSearchParams();
  const number = orderOf(search);
  return number ? (
    <OrderDetails key={number} number={number} />
  ) : (
    <OrderList page={pageOf(search)} before={pageOf(search, "before")} />
  );
}
