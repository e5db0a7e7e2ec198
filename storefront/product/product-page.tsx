import { useRef, useState } from "react";
import type { Product } from "../../contract/catalogue/schemas.ts";
import type { ReviewList } from "../../contract/reviews/schemas.ts";
import { unitsToChoose } from "../cart/quantity.ts";
import { Later } from "../shared/later.tsx";
import { useShop } from "../shared/shop-context.ts";
import { BuyBar } from "./buy-box/buy-bar.tsx";
import { BuyBox } from "./buy-box/buy-box.tsx";
import { Description } from "./description.tsx";
import { Facts } from "./facts.tsx";
import { Gallery } from "./gallery/gallery.tsx";
import { PairedWith } from "./paired-with.tsx";
import { ProductSections } from "./product-sections.tsx";
import { Reviews } from "./reviews/reviews.tsx";
import { StructuredData } from "./structured-data.tsx";
import { useSize } from "./use-size.ts";
import { useStickyTop } from "./use-sticky-top.ts";

export interface ProductData {
  product: Product;
  /** The first page of reviews; null when it could not be loaded. */
  reviews: ReviewList | null;
}

export function ProductPage({ product, reviews }: ProductData) {
  const [quantity, setQuantity] = useState(1);
  const { size, choose } = useSize(product);
  const images = size?.image ? [size.image, ...product.images] : product.images;
  const buyButton = useRef<HTMLDivElement>(null);
  const column = useStickyTop();
  const { maxUnits } = useShop();
  return (
    <>
      <div className="container-page grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-8 min-[700px]:grid min-[700px]:pt-6 lg:gap-x-14 lg:pt-8 xl:gap-x-20">
        <Gallery title={product.title} images={images} />
        {/* The shorter column is sticky. */}
        <div
          ref={column}
          className="row-span-2 self-start pt-6 min-[700px]:sticky min-[700px]:top-(--sticky-top,1.5rem) min-[700px]:pt-0"
        >
          {size && (
            <BuyBox
              product={product}
              size={size}
              onSize={choose}
              quantity={Math.min(quantity, unitsToChoose(size.lowStock, maxUnits))}
              onQuantity={setQuantity}
              buttonRef={buyButton}
            />
          )}
        </div>
        <div className="pt-12 lg:pt-16">
          <Description text={product.desc} />
          <ProductSections product={product} />
        </div>
      </div>
      <Later>
        <Facts product={product} size={size} />
      </Later>
      <Later>
        <PairedWith products={product.similar_products} />
        <Reviews product={product} first={reviews} />
      </Later>
      {size?.availability === "in_stock" && (
        <BuyBar product={product} size={size} quantity={quantity} watched={buyButton} />
      )}
      <StructuredData product={product} />
    </>
  );
}
