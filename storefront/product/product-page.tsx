import { useRef, useState } from "react";
import type { Product } from "../../contract/catalogue/schemas.ts";
import type { ReviewList } from "../../contract/reviews/schemas.ts";
import { Later } from "../shared/later.tsx";
import { BuyBar } from "./buy-box/buy-bar.tsx";
import { BuyBox } from "./buy-box/buy-box.tsx";
import { Description } from "./description.tsx";
import { Facts } from "./facts.tsx";
import { Gallery } from "./gallery/gallery.tsx";
import { PairedWith } from "./paired-with.tsx";
import { ProductSections } from "./product-sections.tsx";
import { Reviews } from "./reviews/reviews.tsx";
import { StructuredData } from "./structured-data.tsx";
import { useStickyTop } from "./use-sticky-top.ts";

export interface ProductData {
  product: Product;
  /** The first page of reviews; null when it could not be loaded. */
  reviews: ReviewList | null;
}

export function ProductPage({ product, reviews }: ProductData) {
  const [quantity, setQuantity] = useState(1);
  const buyButton = useRef<HTMLDivElement>(null);
  const column = useStickyTop();
  return (
    <>
      <div className="container-page grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-8 min-[700px]:grid min-[700px]:pt-6 lg:gap-x-14 lg:pt-8 xl:gap-x-20">
        <Gallery title={product.title} images={product.images} />
        {/* The shorter column is sticky. */}
        <div
          ref={column}
          className="row-span-2 self-start pt-6 min-[700px]:sticky min-[700px]:top-(--sticky-top,1.5rem) min-[700px]:pt-0"
        >
          <BuyBox product={product} quantity={quantity} onQuantity={setQuantity} buttonRef={buyButton} />
        </div>
        <div className="pt-12 lg:pt-16">
          <Description text={product.desc} />
          <ProductSections product={product} />
        </div>
      </div>
      <Later>
        <Facts product={product} />
      </Later>
      <Later>
        <PairedWith products={product.similar_products} />
        <Reviews product={product} first={reviews} />
      </Later>
      {product.availability === "in_stock" && <BuyBar product={product} quantity={quantity} watched={buyButton} />}
      <StructuredData product={product} />
    </>
  );
}
