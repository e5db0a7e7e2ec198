import type { CustomerRouteHandle } from "../account/logged-in.tsx";
import { CheckoutPage } from "../checkout/checkout-page.tsx";
import { CheckoutSkeleton } from "../checkout/checkout-skeleton.tsx";
import { privatePageMeta } from "../shared/page-meta.ts";

export const meta = privatePageMeta("Checkout", "Choose a delivery address and pay.");

export const handle: CustomerRouteHandle = { Skeleton: CheckoutSkeleton };

export default function CheckoutRoute() {
  return <CheckoutPage />;
}
