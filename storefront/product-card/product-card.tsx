import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { CartButton } from "../cart/cart-button.tsx";
import { itemOfCard } from "../cart/item-key.ts";
import { Picture } from "../shared/picture.tsx";
import { ProductRating, reviewCount } from "../shared/product/stars.tsx";
import { titleWithSize } from "../shared/product/title-with-size.ts";
import { unbroken } from "../shared/unbroken.ts";
import { WishlistButton } from "../wishlist/wishlist-button.tsx";
import { CardPrice } from "./card-price.tsx";

/** Widths of a card's square picture, for pixel ratios of one to three. */
const CARD_WIDTHS = [192, 320, 480, 640, 828] as const;

const SHOWN_NOTES = 3;

interface ProductCardProps {
  product: ProductSummary;
  /** The `sizes` attribute. */
  sizes: string;
  /** Whether it is one of the first cards above the fold. */
  priority?: boolean;
  headingLevel?: "h2" | "h3";
  /** Whether a best seller is called so. */
  badge?: boolean;
  /** Whether the listing is sorted or filtered by price. */
  byPrice?: boolean;
  /** Why it is shown: "warms it" beside a scent, "with rose" in a search. */
  reason?: string | undefined;
  /** Whether the cart button is below the price, always visible. */
  hasWideButton?: boolean;
  /** Replaces the heart that saves at once. */
  heart?: ReactNode;
  /** Below the card's last line. */
  children?: ReactNode;
}

export function ProductCard({
  product,
  sizes: imageSizes,
  priority = false,
  headingLevel: Heading = "h3",
  badge = true,
  byPrice = false,
  reason,
  hasWideButton = false,
  heart = <WishlistButton productId={product._id} title={product.title} />,
  children,
}: ProductCardProps) {
  const [first, second] = product.images;
  const available = product.availability === "in_stock";
  const soldOutId = useId();
  const sizes = product.sizes.length;
  const hasNotes = product.notes.length > 0;
  return (
    <article className="group/card card-lines relative">
      <div
        className="relative col-start-1 row-start-1 aspect-square overflow-hidden rounded-picture bg-linen"
        style={first && { backgroundColor: first.color }}
      >
        {first && (
          <Picture
            picture={first}
            alt=""
            sizes={imageSizes}
            widths={CARD_WIDTHS}
            priority={priority}
            imageClassName={`card-picture ${second ? "group-hover/card:opacity-0" : ""} ${available ? "" : "opacity-70"}`}
          />
        )}
        {second && (
          <Picture
            picture={second}
            alt=""
            sizes={imageSizes}
            widths={CARD_WIDTHS}
            imageClassName="card-picture hidden opacity-0 group-hover/card:opacity-100 [@media(hover:hover)]:block"
          />
        )}
      </div>
      {/* The name is read first. One line of the grid, so that a neighbour's longer title does not part them. */}
      <div className="col-start-1 row-start-3">
        <Heading className="mt-1 text-title">
          {/* The link covers the picture too, so that the whole card is one link, read once. */}
          <Link
            to={`/product/${product.slug}`}
            viewTransition
            aria-describedby={available ? undefined : soldOutId}
            className="after:absolute after:inset-x-0 after:top-0 after:aspect-square hover:text-leaf"
          >
            {product.title}
          </Link>
        </Heading>
        {/* With a mouse over the card it names the notes. */}
        <p className="relative mt-1 text-small leading-5 text-bark">
          <span
            className={`line-clamp-3 ${hasNotes ? "transition-opacity duration-250 group-hover/card:opacity-0" : ""}`}
          >
            {unbroken(product.sub_title)}
            {reason && <em className="ml-1.5 font-display text-compact text-ink">{reason}</em>}
          </span>
          {hasNotes && (
            <span
              aria-hidden="true"
              className="absolute inset-x-0 top-0 truncate lowercase opacity-0 first-letter:uppercase transition-opacity duration-250 group-hover/card:opacity-100"
            >
              {product.notes.slice(0, SHOWN_NOTES).join(", ")}
            </span>
          )}
        </p>
      </div>
      {!available && (
        <p
          id={soldOutId}
          className="eyebrow absolute top-1.5 left-1.5 rounded-control bg-paper px-2 py-1 text-ink pointer-events-none"
        >
          Out of stock
        </p>
      )}
      <div className="col-start-1 row-start-2 flex flex-wrap items-center justify-between gap-x-2 pt-3 text-tiny">
        <ProductRating rating={product.rating} count={reviewCount(product)} />
        {badge && product.bestseller && <p className="font-semibold text-leaf">Bestseller</p>}
      </div>
      <CardPrice product={product} byPrice={byPrice} />
      <div className={hasWideButton ? "row-start-6 pt-3" : "card-action"}>
        <CartButton
          item={itemOfCard(product)}
          title={titleWithSize(product.title, sizes > 1 && product.shownSize.label)}
          product={product}
          available={available}
          quiet={hasWideButton}
          className={hasWideButton ? "w-full px-2 text-tiny" : ""}
        />
      </div>
      {children}
      <div className="absolute top-0 right-0">{heart}</div>
    </article>
  );
}
