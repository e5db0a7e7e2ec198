import { isFreeSample } from "../../contract/orders/free-sample.ts";
import type { OrderItem } from "../../contract/orders/schemas.ts";

export type OwnedProduct = OrderItem["product"] & { slug: string };

/** The products of an order whose units were not all refunded; not samples, nor products that the shop no longer sells. */
export const ownedProducts = (items: readonly OrderItem[]): OwnedProduct[] =>
  items
    .filter(({ quantity, creditedQuantity }) => creditedQuantity < quantity)
    .map(({ product }) => product)
    .filter((product): product is OwnedProduct => product.slug !== null && !isFreeSample(product));
