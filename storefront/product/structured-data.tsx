import { Fragment } from "react";
import type { Product } from "../../contract/catalogue/schemas.ts";
import { JsonLd } from "../shared/json-ld.tsx";
import { useShop } from "../shared/shop-context.ts";
import { breadcrumbData, productData } from "./product-data.ts";

/** The product and its breadcrumbs, for search engines; new elements for another product, whose data the browser does not have. */
export function StructuredData({ product }: { product: Product }) {
  const shop = useShop();
  return (
    <Fragment key={product.slug}>
      <JsonLd data={import.meta.env.SSR && productData(product, shop)} />
      <JsonLd data={import.meta.env.SSR && breadcrumbData(product, shop)} />
    </Fragment>
  );
}
