import { Link } from "react-router";
import type { ProductSummary } from "../../contract/catalogue.ts";
import { CartButton } from "./cart-button.tsx";
import { HeartButton } from "./heart-button.tsx";
import { Picture } from "./picture.tsx";
import { Price } from "./price.tsx";
import { ProductRating } from "./stars.tsx";

/** The widths in which a card's square picture is shown, on screens of one to three times the pixels. */
const CARD_WIDTHS = [192, 320, 480, 640, 828] as const;

interface ProductCardProps {
  product: ProductSummary;
  /** How wide the card is, as the `sizes` of an image. */
  sizes: string;
  /** One of the first cards of the first view. */
  priority?: boolean;
  headingLevel?: "h2" | "h3";
}

export function ProductCard({ product, sizes, priority = false, headingLevel: Heading = "h3" }: ProductCardProps) {
  const [first, second] = product.images;
  const available = product.availability === "in_stock";
  return (
    <article className="group/card relative flex h-full flex-col">
      <div className="relative aspect-square overflow-hidden rounded-picture bg-linen" style={first && { backgroundColor: first.color }}>
        {first && (
          <Picture
            picture={first}
            alt=""
            sizes={sizes}
            widths={CARD_WIDTHS}
            priority={priority}
            imageClassName={`absolute inset-0 size-full object-cover transition-opacity duration-250 ease-calm ${second ? "[@media(hover:hover)]:group-hover/card:opacity-0" : ""} ${available ? "" : "opacity-70"}`}
          />
        )}
        {second && (
          <Picture
            picture={second}
            alt=""
            sizes={sizes}
            widths={CARD_WIDTHS}
            imageClassName="absolute inset-0 hidden size-full object-cover opacity-0 transition-opacity duration-250 ease-calm [@media(hover:hover)]:block [@media(hover:hover)]:group-hover/card:opacity-100"
          />
        )}
        {!available && (
          <p className="eyebrow absolute bottom-3 left-3 rounded-control bg-paper px-2.5 py-1.5 text-ink">Out of stock</p>
        )}
        {available && product.bestseller && (
          <p className="eyebrow absolute top-3 left-3 rounded-control bg-paper/90 px-2 py-1 text-[0.6875rem] text-leaf">Bestseller</p>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1.5 pt-3.5">
        <Heading className="text-title">
          {/* The link covers the picture as well, so that the whole card leads to the product and is read once. */}
          <Link to={`/product/${product.slug}`} viewTransition className="after:absolute after:inset-x-0 after:top-0 after:aspect-square hover:text-leaf">
            {product.title}
          </Link>
        </Heading>
        <p className="line-clamp-1 text-small text-bark">{product.sub_title}</p>
        <ProductRating rating={product.rating} count={product.review} />
        <Price price={product.price} originalPrice={product.originalPrice} />
        <div className="mt-auto pt-2">
          <CartButton productId={product._id} title={product.title} available={available} className="w-full px-2 text-small" />
        </div>
      </div>
      <HeartButton productId={product._id} title={product.title} className="absolute top-2 right-2" />
    </article>
  );
}
