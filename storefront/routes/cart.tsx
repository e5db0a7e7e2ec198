import type { AccountRouteHandle } from "../account/logged-in.tsx";
import { CartScreen } from "../cart/cart-screen.tsx";
import { CartSkeleton } from "../cart/cart-skeleton.tsx";
import { privatePageMeta } from "../shared/page-meta.ts";

export const meta = privatePageMeta("My Cart", "The products in your cart.");

export const handle: AccountRouteHandle = { Skeleton: CartSkeleton };

export default function CartRoute() {
  return <CartScreen />;
}
