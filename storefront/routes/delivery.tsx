import { FailedDeliveryPage } from "../delivery/failed-delivery-page.tsx";
import { pageMeta } from "../shared/page-meta.ts";

/** Sends no Referer, since the URL contains the token. */
export const meta = ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) => [
  ...pageMeta(matches, { title: "Your delivery", description: "Choose what happens next with your parcel." }),
  { name: "referrer", content: "no-referrer" },
];

export default function Delivery() {
  return <FailedDeliveryPage />;
}
