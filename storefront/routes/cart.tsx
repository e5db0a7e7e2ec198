import type { CustomerRouteHandle } from "../account/logged-in.tsx";
import { CartPage } from "../cart/cart-page.tsx";
import { CartSkeleton } from "../cart/cart-skeleton.tsx";
import { privatePageMeta } from "../shared/page-meta.ts";

export const meta = privatePageMeta("My Cart", "The products in your cart.");

export const handle: CustomerRouteHandle = { Skeleton: CartSkeleton };

export default function CartRoute() {
  return <CartPage />;
}
