/** The parts of a row about an ordered product. */

import type { ReactNode } from "react";
import { Link } from "react-router";
import { productPath } from "../../../contract/catalogue/product-path.ts";
import type { OrderItem } from "../../../contract/orders/schemas.ts";
import { Picture } from "../picture.tsx";

interface OrderedProductProps {
  product: OrderItem["product"];
  className: string;
}

/** Its picture, for a box at most 96 pixels wide. */
export function ProductPicture({ product: { images }, className }: OrderedProductProps) {
  const [picture] = images;
  return (
    <div className={`shrink-0 overflow-hidden bg-linen ${className}`}>
      {picture && <Picture picture={picture} alt="" sizes="96px" imageClassName="size-full object-cover" />}
    </div>
  );
}

/** An item of a list of ordered products: the picture, and beside it the title above `children`. */
export function OrderedProduct({ product, children }: { product: OrderItem["product"]; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-3 text-bark text-small">
      <ProductPicture product={product} className="size-18 rounded-picture lg:size-22" />
      <div className="min-w-0">
        <ProductTitle product={product} className="font-display text-item text-ink leading-tight wrap-anywhere" />
        {children}
      </div>
    </li>
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
