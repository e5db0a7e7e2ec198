import { accountMeta } from "./account/account-meta.ts";
import { TrackingScreen } from "./tracking/tracking-screen.tsx";

export const meta = accountMeta("Order Tracking", "Where your order is.");

export default function Tracking() {
  return <TrackingScreen />;
}
