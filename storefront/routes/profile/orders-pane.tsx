import { EmptyPane } from "./empty-pane.tsx";

/** The customer's orders (S2.219). There is no way to order yet, so there is none to show. */
export function OrdersPane() {
  return (
    <>
      <h1 className="mb-7 text-heading">My Orders</h1>
      <EmptyPane>You have not ordered anything yet.</EmptyPane>
    </>
  );
}
