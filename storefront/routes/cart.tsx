import { accountMeta } from "./account/account-meta.ts";
import { CartScreen } from "./cart/cart-screen.tsx";

export const meta = accountMeta("My Cart", "What you mean to buy.");

export default function CartRoute() {
  return <CartScreen />;
}
