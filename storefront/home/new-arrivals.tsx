import { Link } from "react-router";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { ProductCard } from "../product-card/product-card.tsx";

export function NewArrivals({ products }: { products: ProductSummary[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="new-arrivals" className="container-page py-14 md:py-20">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <p className="eyebrow text-bark">Just in</p>
          <h2 id="new-arrivals" className="mt-2 text-heading">
            New Arrivals
          </h2>
        </div>
        <Link to="/products" className="inline-flex min-h-11 items-center text-link">
          See all products
        </Link>
      </div>
      <ul className="mt-8 grid grid-cols-2 gap-x-4 gap-y-10 lg:grid-cols-4 lg:gap-x-6">
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} sizes="(min-width: 1280px) 302px, (min-width: 1024px) 23vw, 46vw" />
          </li>
        ))}
      </ul>
    </section>
  );
}
