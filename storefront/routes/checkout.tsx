import { accountMeta } from "./account/account-meta.ts";
import { CheckoutScreen } from "./checkout/checkout-screen.tsx";

export const meta = accountMeta("Checkout", "Where your order goes, and how it is paid.");

export default function CheckoutRoute() {
  return <CheckoutScreen />;
}
