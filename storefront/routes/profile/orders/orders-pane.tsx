import { useSearchParams } from "react-router";
import { OrderDetails } from "./order-details.tsx";
import { OrderList } from "./order-list.tsx";

/** The customer's orders (S2.219 to S2.228): the list, or the one whose number stands in the address. */
export function OrdersPane() {
  const [search] = useSearchParams();
  const number = search.get("order");
  if (number) return <OrderDetails key={number} number={number} />;
  const page = Number(search.get("page"));
  return <OrderList page={Number.isInteger(page) && page > 1 ? page : 1} />;
}
