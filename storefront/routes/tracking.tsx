import { privatePageMeta } from "../shared/page-meta.ts";
import { TrackingScreen } from "../tracking/tracking-screen.tsx";

export const meta = privatePageMeta("Order Tracking", "Track your order by Order ID or AWB.");

export default function Tracking() {
  return <TrackingScreen />;
}
