import type { ReactNode } from "react";
import { Link } from "react-router";
import { productPath } from "../../contract/catalogue/product-path.ts";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { PlusIcon } from "../shared/icons.tsx";
import { Picture } from "../shared/picture.tsx";
import { Price, SizeLine } from "../shared/product/price.tsx";
import { unbroken } from "../shared/unbroken.ts";
import { changeCart } from "./change-cart.ts";
import { itemOfCard } from "./item-key.ts";

const PICTURE_WIDTHS = [192, 320, 640] as const;

const SIZES = {
  row: { article: "items-start", picture: "", image: "", button: "mt-4.5" },
  small: {
    article: "h-full items-start @tablet:@max-desktop:flex-col @tablet:@max-desktop:items-stretch",
    picture: "@tablet:@max-desktop:w-full",
    image: "@tablet:@max-desktop:w-full",
    button: "mt-4.5 @tablet:@max-desktop:absolute @tablet:@max-desktop:right-0 @tablet:@max-desktop:bottom-0",
  },
  large: {
    article: "h-full items-start @desktop:flex-col @desktop:items-stretch",
    picture: "@desktop:w-full",
    image: "@desktop:w-full",
    button: "mt-4.5 @desktop:absolute @desktop:right-0 @desktop:bottom-0",
  },
};

interface ProductTileProps {
  product: ProductSummary;
  currencySymbol: string;
  heading?: "h3" | "h4";
  /** Large ones stand below their picture in a wide container, small ones only where a row would be too narrow. */
  size?: keyof typeof SIZES;
  /** Replaces the button once the product is in the cart. */
  added?: ReactNode;
}

/** A product in one row, whose button adds the size that it shows to the cart. */
export function ProductTile({
  product,
  currencySymbol,
  heading: Heading = "h3",
  size = "row",
  added = false,
}: ProductTileProps) {
  const layout = SIZES[size];
  const { slug, title, sub_title, price, originalPrice, images } = product;
  return (
    <article className={`relative flex gap-x-4 gap-y-3 ${layout.article}`}>
      {images[0] && (
        <Picture
          picture={images[0]}
          alt=""
          sizes={
            size === "row"
              ? "96px"
              : size === "small"
                ? "(min-width: 700px) and (max-width: 1020px) 30vw, 96px"
                : "(min-width: 700px) 30vw, 96px"
          }
          widths={PICTURE_WIDTHS}
          className={`shrink-0 ${layout.picture}`}
          imageClassName={`aspect-square w-20 rounded-picture object-cover ${layout.image}`}
        />
      )}
      <div className={`flex min-w-0 flex-1 flex-col ${size === "row" ? "" : "self-stretch"}`}>
        <Heading className="font-display text-title leading-tight wrap-anywhere">
          <Link to={productPath(slug, "")} className="hover:text-leaf">
            {title}
          </Link>
        </Heading>
        <p className="mt-1 line-clamp-2 text-bark text-small leading-5">{unbroken(sub_title)}</p>
        {/* At the bottom, in line with the other prices of the row. */}
        <div className="mt-auto pt-1">
          <Price price={price} originalPrice={originalPrice} symbol={currencySymbol} className="text-small" />
          <SizeLine product={product} symbol={currencySymbol} className="leading-5" />
        </div>
      </div>
      {added ? (
        <span className={`icon-button shrink-0 rounded-full border border-sand ${layout.button}`}>{added}</span>
      ) : (
        <button
          type="button"
          aria-label={`Add ${title} to cart`}
          className={`icon-button shrink-0 rounded-full border border-sand text-leaf hover:border-leaf hover:bg-linen ${layout.button}`}
          onClick={() => void changeCart(itemOfCard(product), title, { kind: "add", quantity: 1 })}
        >
          <PlusIcon width="20" height="20" />
        </button>
      )}
    </article>
  );
}
