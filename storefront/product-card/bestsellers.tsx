import { api } from "../api/api.ts";
import { useRead } from "../shared/use-read.ts";
import { ProductCard } from "./product-card.tsx";

const SHOWN = 4;

/** Suggests best sellers once they are loaded, where there is nothing else to show. */
export default function Bestsellers({ className }: { className: string }) {
  const { value: products } = useRead(readBestsellers);
  if (!products || products.length === 0) return null;
  return (
    <section aria-labelledby="instead" className={className}>
      <h2 id="instead" className="mb-6 text-quote">
        What others come back for
      </h2>
      <ul className="card-grid in-4 sm:max-xl:*:nth-4:hidden">
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard
              product={product}
              sizes="(min-width: 1200px) 23vw, (min-width: 640px) 30vw, 46vw"
              badge={false}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

const readBestsellers = () =>
  api.listProducts({ query: { bestseller: true, page: 1, perPage: SHOWN } }).then(({ data }) => data);
