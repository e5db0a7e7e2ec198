import { AssistedCart } from "../cart/assisted-cart.tsx";
import { privatePageMeta } from "../shared/page-meta.ts";

const pageMeta = privatePageMeta("Your assistant’s choice", "The products that your assistant has chosen for you.");

/** Sends no Referer, since the URL opens the assistant's cart. */
export const meta = (args: Parameters<typeof pageMeta>[0]) => [
  ...pageMeta(args),
  { name: "referrer", content: "no-referrer" },
];

export default function AssistedCartRoute() {
  return <AssistedCart />;
}
