import { useCallback, useState } from "react";
import type { CartItem } from "../../contract/cart/schemas.ts";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { api } from "../api/api.ts";
import { useShop } from "../shared/shop-context.ts";
import { useRead } from "../shared/use-read.ts";
import { ProductTile } from "./product-tile.tsx";

const SHOWN = 3;
/** How many suggestions to read: enough to fill the row even if some are in the cart or sold out. */
const READ = 12;

/**
 * Suggests products that go well with the cart, or best sellers below an empty one; shows nothing until they are loaded. Render another
 * instance when a cart becomes empty or is filled.
 */
export function Suggestions({ items }: { items: readonly CartItem[] }) {
  const { cartCurrencySymbol } = useShop();
  const isEmpty = items.length === 0;
  // From the first render, so that adding a suggestion does not replace the others.
  const [slugs] = useState(() => items.flatMap(({ product }) => (product.slug === "" ? [] : product.slug)).slice(0, 2));
  const read = useCallback(() => (isEmpty ? readBestSellers() : readSimilar(slugs)), [isEmpty, slugs]);
  const { value } = useRead(read);
  const products = (value ?? [])
    .filter(({ _id, availability }) => availability === "in_stock" && !items.some(({ product }) => product._id === _id))
    .slice(0, SHOWN);
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="suggestions" className={isEmpty ? "" : "mt-12 @tablet:mt-14"}>
      <h2 id="suggestions" className="text-quote">
        {isEmpty ? "Three to begin with" : "Goes well with"}
      </h2>
      <ul className={`mt-6 grid gap-x-6 gap-y-5 ${isEmpty ? "@desktop:grid-cols-3" : "@tablet:grid-cols-3"}`}>
        {products.map((product) => (
          <li key={product._id}>
            <ProductTile product={product} currencySymbol={cartCurrencySymbol} size={isEmpty ? "large" : "small"} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const readBestSellers = () =>
  api.listProducts({ query: { bestseller: true, page: 1, perPage: READ } }).then(({ data }) => data);

/** Reads the products similar to these, taking one of each in turn. */
async function readSimilar(slugs: readonly string[]): Promise<ProductSummary[]> {
  const lists = await Promise.all(
    slugs.map((slug) => api.readProduct({ params: { slug } }).then(({ similar_products }) => similar_products)),
  );
  const inTurn = Array.from({ length: READ }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...new Map(inTurn.map((product) => [product._id, product])).values()];
}
