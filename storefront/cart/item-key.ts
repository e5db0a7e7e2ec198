import type { ProductSummary } from "../../contract/catalogue/schemas.ts";

/**
 * Identifies an item of the cart in the browser: by the product's id, and for a size other than its first also by the size's id, as in
 * requests and responses.
 */
export type ItemKey = string;

export interface ItemIds {
  product_id: string;
  /** Missing for the first size. */
  variant_id?: string | undefined;
}

export const itemKey = ({ product_id, variant_id }: ItemIds): ItemKey =>
  variant_id === undefined ? product_id : `${product_id}:${variant_id}`;

export function idsOfItem(key: ItemKey): ItemIds {
  const [product_id = "", variant_id] = key.split(":");
  return { product_id, ...(variant_id !== undefined && { variant_id }) };
}

/** Returns the key of a product in cart or checkout. */
export const keyOfProduct = ({ _id, variant_id }: { _id: string; variant_id?: string | undefined }): ItemKey =>
  itemKey({ product_id: _id, variant_id });

/** Returns the key of what a product's card shows and adds. */
export const itemOfCard = (product: Pick<ProductSummary, "_id" | "variant_id" | "shownSize">): ItemKey =>
  itemOfSize(product, { _id: product.shownSize.variant_id });

/** Returns the key of a size on its product's page. */
export const itemOfSize = (product: { _id: string; variant_id: string }, size: { _id: string }): ItemKey =>
  itemKey({ product_id: product._id, variant_id: size._id === product.variant_id ? undefined : size._id });
