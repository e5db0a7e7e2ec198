import { useEffect, useState } from "react";
import type { Product } from "../../contract/catalogue/schemas.ts";
import { api } from "../api/api.ts";
import { RequestError } from "../api/request.ts";
import { ProductPage } from "../product/product-page.tsx";
import { pageMeta } from "../shared/page-meta.ts";

export const meta = ({ matches }: { matches: { id: string; loaderData?: unknown }[] }) =>
  pageMeta(matches, { title: "Preview", description: "A product before it is in the shop." });

/** Previews a product that is not published. The token is in the fragment of the URL, which reaches no log and no cache. */
export default function PreviewRoute() {
  const [shown, setShown] = useState<{ product: Product } | { problem: string } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    api
      .previewProduct({ body: { token: location.hash.slice(1) } })
      .then((product) => ({ product }))
      .catch((error: unknown) => {
        if (error instanceof RequestError) return { problem: error.message };
        throw error;
      })
      .then((found) => {
        if (isCurrent) setShown(found);
      });
    return () => {
      isCurrent = false;
    };
  }, []);
  return (
    <>
      <p role="status" className="bg-ink px-4 py-2 text-center text-small text-white">
        {shown === null
          ? "Loading the preview…"
          : "problem" in shown
            ? shown.problem
            : "Preview: this product isn’t in the shop yet, and can’t be bought."}
      </p>
      {shown && "product" in shown && <ProductPage product={shown.product} reviews={null} />}
    </>
  );
}
