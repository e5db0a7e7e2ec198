import { useRef, useState } from "react";
import type { Product } from "../../contract/catalogue/schemas.ts";
import type { ReviewList } from "../../contract/reviews/schemas.ts";
import { unitsToChoose } from "../cart/quantity.ts";
import { Later } from "../shared/later.tsx";
import { useShop } from "../shared/shop-context.ts";
import { WishlistButton } from "../wishlist/wishlist-button.tsx";
import { Alternatives } from "./alternatives.tsx";
import { BuyBar } from "./buy-box/buy-bar.tsx";
import { BuyBox } from "./buy-box/buy-box.tsx";
import { Description } from "./description.tsx";
import { Facts } from "./facts.tsx";
import { Gallery } from "./gallery/gallery.tsx";
import { Origin } from "./origin.tsx";
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
      <meta property="product:price:amount" content={String(size?.price ?? product.price)} />
      <meta property="product:price:currency" content="INR" />
      <div className="relative container-page grid-cols-[minmax(0,7fr)_minmax(0,5fr)] grid-rows-[auto_1fr] gap-x-8 *:min-w-0 sm:grid sm:pt-6 lg:gap-x-12 xl:gap-x-16">
        <Gallery
          title={product.title}
          images={images}
          isSoldOut={size?.availability === "out_of_stock"}
          heart={
            <WishlistButton
              productId={product._id}
              title={product.title}
              variantId={product.variants.length > 1 ? size?._id : undefined}
              className="absolute top-3 right-3 bg-paper/90"
            />
          }
        />
        {/* The shorter column is sticky. */}
        <div ref={column} className="row-span-2 self-start pt-5 sm:sticky sm:top-(--sticky-top,1.5rem) sm:pt-0">
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
        {size?.availability === "out_of_stock" && <Alternatives product={product} />}
        <Description text={product.desc} />
      </div>
      <Later>
        <Origin product={product} />
      </Later>
      <Later>
        <div className="container-page grid gap-x-16 gap-y-14 pt-section *:min-w-0 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-y-10 lg:[&_section>*]:min-w-0 xl:gap-x-24">
          <ProductSections product={product} />
          <Facts product={product} size={size} />
        </div>
      </Later>
      <Later>
        <PairedWith product={product} />
        <Reviews product={product} first={reviews} />
      </Later>
      {size?.availability === "in_stock" && (
        <BuyBar product={product} size={size} quantity={quantity} watched={buyButton} />
      )}
      <StructuredData product={product} />
    </>
  );
}
