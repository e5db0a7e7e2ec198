import { accountMeta } from "./account/account-meta.ts";
import type { OwnScreenHandle } from "./account/logged-in.tsx";
import { CheckoutScreen } from "./checkout/checkout-screen.tsx";
import { CheckoutSkeleton } from "./checkout/checkout-skeleton.tsx";

export const meta = accountMeta("Checkout", "Where your order goes, and how it is paid.");

export const handle: OwnScreenHandle = { Skeleton: CheckoutSkeleton };

export default function CheckoutRoute() {
  return <CheckoutScreen />;
}
