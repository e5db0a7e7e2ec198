import { DraftOrderPage } from "../draft-order/draft-order-page.tsx";
import { pageMeta } from "../shared/page-meta.ts";

/** Sends no Referer, since the URL contains the token. */
export const meta = ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) => [
  ...pageMeta(matches, { title: "Your order", description: "Check and pay the order that we have put together." }),
  { name: "referrer", content: "no-referrer" },
];

export default function Pay() {
  return <DraftOrderPage />;
}
