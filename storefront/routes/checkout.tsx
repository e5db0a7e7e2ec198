import type { AccountRouteHandle } from "../account/logged-in.tsx";
import { CheckoutScreen } from "../checkout/checkout-screen.tsx";
import { CheckoutSkeleton } from "../checkout/checkout-skeleton.tsx";
import { privatePageMeta } from "../shared/page-meta.ts";

export const meta = privatePageMeta("Checkout", "Choose a delivery address and pay.");

export const handle: AccountRouteHandle = { Skeleton: CheckoutSkeleton };

export default function CheckoutRoute() {
  return <CheckoutScreen />;
}
