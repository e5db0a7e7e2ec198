import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ProductSummary } from "../../contract/catalogue/schemas.ts";
import { PlusIcon } from "../shared/icons.tsx";
import { Picture } from "../shared/picture.tsx";
import { Price, PricedSize } from "../shared/product/price.tsx";
import { productPath } from "../shared/product/product-path.ts";
import { unbroken } from "../shared/unbroken.ts";
import { changeCart } from "./change-cart.ts";

const PICTURE_WIDTHS = [192, 320, 640] as const;

const SIZES = {
  row: { article: "", picture: "", image: "", button: "" },
  small: {
    article: "@tablet:@max-desktop:flex-wrap @tablet:@max-desktop:items-start",
    picture: "@tablet:@max-desktop:w-full",
    image: "@tablet:@max-desktop:w-full",
    button: "@tablet:@max-desktop:absolute @tablet:@max-desktop:right-0 @tablet:@max-desktop:bottom-0",
  },
  large: {
    article: "@desktop:flex-wrap @desktop:items-start",
    picture: "@desktop:w-full",
    image: "@desktop:w-full",
    button: "@desktop:absolute @desktop:right-0 @desktop:bottom-0",
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

/** A product in one row, whose button adds its first size to the cart. */
export function ProductTile({
  product,
  currencySymbol,
  heading: Heading = "h3",
  size = "row",
  added = false,
}: ProductTileProps) {
  const layout = SIZES[size];
  const { _id, slug, title, sub_title, price, originalPrice, images } = product;
  return (
    <article className={`relative flex items-center gap-4 ${layout.article}`}>
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
      <div className="min-w-0 flex-1">
        <Heading className="font-display text-title leading-tight wrap-anywhere">
          <Link to={productPath(slug, "")} className="hover:text-leaf">
            {title}
          </Link>
        </Heading>
        <p className="mt-1 line-clamp-2 text-bark text-small leading-5">{unbroken(sub_title)}</p>
        <Price price={price} originalPrice={originalPrice} symbol={currencySymbol} className="mt-1 text-small" />
        <PricedSize product={product} symbol={currencySymbol} className="leading-5" />
      </div>
      {added ? (
        <span className={`grid size-11 shrink-0 place-items-center ${layout.button}`}>{added}</span>
      ) : (
        <button
          type="button"
          aria-label={`Add ${title} to cart`}
          className={`grid size-11 shrink-0 place-items-center rounded-full border border-sand text-leaf hover:border-leaf hover:bg-linen ${layout.button}`}
          onClick={() => void changeCart(_id, title, { kind: "add", quantity: 1 })}
        >
          <PlusIcon width="20" height="20" />
        </button>
      )}
    </article>
  );
}
