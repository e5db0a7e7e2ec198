import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { ProductCard } from "../product-card/product-card.tsx";
import { Carousel } from "../shared/carousel.tsx";

/** The specification gives no interval. */
const AUTOPLAY_MS = 4000;

export function PairedWith({ products }: { products: ProductSummary[] }) {
  if (products.length === 0) return null;
  return (
    <div className="container-page pt-section">
      <Carousel
        label="Best paired with"
        heading={
          <h2 id="paired" className="text-heading">
            Best paired with
          </h2>
        }
        autoplayMs={AUTOPLAY_MS}
        stopOnInteraction={false}
        controls="beside"
        viewportClassName="-mx-2 mt-8 lg:-mx-3"
        slideClassName="basis-1/2 px-2 md:basis-1/3 lg:basis-1/4 lg:px-3"
      >
        {products.map((product) => (
          <ProductCard
            key={product._id}
            product={product}
            sizes="(min-width: 1344px) 302px, (min-width: 1024px) 23vw, (min-width: 769px) 31vw, 46vw"
          />
        ))}
      </Carousel>
    </div>
  );
}
