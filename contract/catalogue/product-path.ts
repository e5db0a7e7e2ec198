/** The parameter of a product's page that names a size. */
export const SIZE_PARAM = "size";

/** Returns a size as a URL parameter: "10-ml" for "10 ml". */
export const sizeParam = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** Returns the path of a product's page with a size chosen. @param size its label; empty for the product's first size */
export const productPath = (slug: string, size: string): string =>
  `/product/${slug}${size === "" ? "" : `?${SIZE_PARAM}=${encodeURIComponent(sizeParam(size))}`}`;

/** Returns the path at which a size of a product is offered: the product's own if there is only one. */
export const offerPath = (
  { slug, variants }: { slug: string; variants: readonly unknown[] },
  { label }: { label: string },
): string => productPath(slug, variants.length > 1 ? label : "");

/** The longest id of a group that services accept, in characters. */
const MAX_GROUP_ID = 50;

/** Returns what the sizes of a product have in common in feeds and structured data: its slug, or if that is too long its id. */
export const groupIdOf = ({ slug, _id }: { slug: string; _id: string }): string =>
  slug.length <= MAX_GROUP_ID ? slug : `product-${_id}`;
