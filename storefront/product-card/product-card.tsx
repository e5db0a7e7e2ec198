import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { CartButton } from "../cart/cart-button.tsx";
import { discountPercent, formatMoney } from "../shared/money.ts";
import { Picture } from "../shared/picture.tsx";
import { Price } from "../shared/product/price.tsx";
import { ProductRating, reviewCount } from "../shared/product/stars.tsx";
import { useShop } from "../shared/shop-context.ts";
import { WishlistButton } from "../wishlist/wishlist-button.tsx";

/** Widths of a card's square picture, for pixel ratios of one to three. */
const CARD_WIDTHS = [192, 320, 480, 640, 828] as const;

interface ProductCardProps {
  product: ProductSummary;
  /** The `sizes` attribute. */
  sizes: string;
  /** One of the first cards above the fold. */
  priority?: boolean;
  headingLevel?: "h2" | "h3";
  /** Shows the discount on the picture. */
  truncate?: boolean;
  /** Replaces the heart that stores at once. */
  heart?: ReactNode;
}

export function ProductCard({
  product,
  sizes,
  priority = false,
  headingLevel: Heading = "h3",
  truncate = false,
  heart = <WishlistButton productId={product._id} title={product.title} />,
}: ProductCardProps) {
  const { currencySymbol } = useShop();
  const [first, second] = product.images;
  const available = product.availability === "in_stock";
  const hasSizes = product.sizes.length > 1;
  const isOtherCheaper = product.lowestPrice < product.price;
  const discount = discountPercent(product.price, product.originalPrice);
  const percent = truncate ? discount : 0;
  return (
    <article className="group/card relative flex h-full flex-col">
      <div
        className="relative aspect-square overflow-hidden rounded-picture bg-linen"
        style={first && { backgroundColor: first.color }}
      >
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
          <p className="eyebrow absolute bottom-3 left-3 rounded-control bg-paper px-2.5 py-1.5 text-ink">
            Out of stock
          </p>
        )}
        {percent > 0 && (
          <p
            aria-hidden="true"
            className="absolute top-0 left-0 rounded-br-picture bg-terracotta px-3 py-2 font-display text-title leading-none text-white tabular-nums"
          >
            −{percent}%
          </p>
        )}
        {available && product.bestseller && percent === 0 && (
          <p className="eyebrow absolute top-2.5 left-2 rounded-control bg-paper/90 px-1.5 py-1 text-[0.75rem]! text-leaf md:top-3 md:left-3 md:px-2">
            Bestseller
          </p>
        )}
      </div>
      <div className="flex flex-1 flex-col gap-1.5 pt-3.5">
        <Heading className="text-title">
          {/* The link covers the picture too, so that the whole card is one link, read once. */}
          <Link
            to={`/product/${product.slug}`}
            viewTransition
            className="after:absolute after:inset-x-0 after:top-0 after:aspect-square hover:text-leaf"
          >
            {product.title}
          </Link>
        </Heading>
        {/* Space for two lines in a phone's narrow cards, so that prices align. */}
        <p className="line-clamp-2 text-small text-bark max-md:min-h-[2lh]">{product.sub_title}</p>
        <ProductRating rating={product.rating} count={reviewCount(product)} />
        <Price
          price={product.lowestPrice}
          originalPrice={isOtherCheaper ? undefined : product.originalPrice}
          from={product.lowestPrice < product.highestPrice}
          discountShown={truncate}
        />
        {hasSizes && (
          <p className="text-small text-bark">
            {product.sizes.length} sizes
            {/* The button and the picture's discount are the first size's; the price is another's. */}
            {isOtherCheaper && (
              <>
                {" · "}
                <span className="whitespace-nowrap">
                  {product.sizes[0]} {formatMoney(product.price, currencySymbol)}
                </span>
                {truncate && product.originalPrice !== undefined && (
                  <>
                    {" "}
                    <span className="sr-only">MRP </span>
                    <s>{formatMoney(product.originalPrice, currencySymbol)}</s>
                  </>
                )}
                {discount > 0 && (
                  <>
                    {" "}
                    <span className={truncate ? "sr-only" : "text-terracotta"}>{discount}% off</span>
                  </>
                )}
              </>
            )}
          </p>
        )}
        {/* Below the price on touch screens; on the picture for a mouse, on hover. */}
        <div
          className={`mt-auto pt-2 [@media(hover:hover)]:pointer-events-none [@media(hover:hover)]:absolute [@media(hover:hover)]:inset-x-0 [@media(hover:hover)]:top-0 [@media(hover:hover)]:flex [@media(hover:hover)]:aspect-square [@media(hover:hover)]:items-end [@media(hover:hover)]:p-3 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:transition-opacity [@media(hover:hover)]:duration-200 [@media(hover:hover)]:ease-calm [@media(hover:hover)]:group-focus-within/card:opacity-100 [@media(hover:hover)]:group-hover/card:opacity-100 ${available ? "" : "[@media(hover:hover)]:hidden"}`}
        >
          <CartButton
            item={product._id}
            title={hasSizes ? `${product.title}, ${product.sizes[0]}` : product.title}
            available={available}
            className="pointer-events-auto w-full px-2 text-small"
          />
        </div>
      </div>
      <div className="absolute top-2 right-2">{heart}</div>
    </article>
  );
}
