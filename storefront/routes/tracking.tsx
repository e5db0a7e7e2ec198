import { accountMeta } from "../account/account-meta.ts";
import { TrackingScreen } from "../tracking/tracking-screen.tsx";

export const meta = accountMeta("Order Tracking", "Track your order by Order ID or AWB.");

export default function Tracking() {
  return <TrackingScreen />;
}
