import { Link } from "react-router";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { ProductCard } from "../product-card/product-card.tsx";

export function NewArrivals({ products }: { products: ProductSummary[] }) {
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="new-arrivals" className="container-page py-section">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="new-arrivals" className="text-heading">
          New Arrivals
        </h2>
        <Link to="/products" className="standalone-link">
          See all products
        </Link>
      </div>
      {/* Four beside each other would be narrow on a tablet: there the last one peeks in. */}
      <ul className="mt-6 card-grid sm:max-lg:-mx-gutter sm:max-lg:swipe-row sm:max-lg:grid sm:max-lg:auto-cols-[29%] sm:max-lg:grid-flow-col sm:max-lg:grid-cols-none sm:max-lg:scroll-px-gutter sm:max-lg:px-gutter md:mt-8 lg:grid-cols-4">
        {products.map((product) => (
          <li key={product._id}>
            <ProductCard product={product} sizes="(min-width: 1280px) 302px, (min-width: 640px) 29vw, 46vw" />
          </li>
        ))}
      </ul>
    </section>
  );
}
