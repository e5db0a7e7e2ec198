/** The parts of a row about an ordered product. */

import { Link } from "react-router";
import type { OrderItem } from "../../../contract/orders/schemas.ts";
import { Picture } from "../picture.tsx";
import { productPath } from "../product/product-path.ts";

interface OrderedProductProps {
  product: OrderItem["product"];
  className: string;
}

const PICTURE_WIDTHS = [192, 320] as const;

/** Its picture, for a box at most 96 pixels wide. */
export function ProductPicture({ product: { images }, className }: OrderedProductProps) {
  const [picture] = images;
  return (
    <div className={`shrink-0 overflow-hidden bg-linen ${className}`}>
      {picture && (
        <Picture
          picture={picture}
          alt=""
          sizes="96px"
          widths={PICTURE_WIDTHS}
          imageClassName="size-full object-cover"
        />
      )}
    </div>
  );
}

/** Its title, a link as long as the shop sells it. */
export function ProductTitle({ product: { slug, size, title }, className }: OrderedProductProps) {
  return slug === null ? (
    <span className={className}>{title}</span>
  ) : (
    <Link to={productPath(slug, size)} className={`${className} hover:text-leaf`}>
      {title}
    </Link>
  );
}
