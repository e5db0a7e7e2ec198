import { privatePageMeta } from "../shared/page-meta.ts";
import { TrackingPage } from "../tracking/tracking-page.tsx";

export const meta = privatePageMeta("Order Tracking", "Track your order by Order ID or AWB.");

export default function Tracking() {
  return <TrackingPage />;
}
