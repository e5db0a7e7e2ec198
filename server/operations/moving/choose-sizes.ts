/** Makes sizes of another shop's options: this shop has one, the size. Pure. */

import type { MoveDecisions } from "../../../contract/admin/moves.ts";
import { PRODUCT_LIMITS } from "../../../contract/catalogue/product-limits.ts";
import { slugFrom } from "../../shop/catalogue/editing/slug-from.ts";
import type { MovedProduct, MovedSize } from "./moved-product.ts";

/** A product whose sizes have names. */
export interface SizedProduct extends Omit<MovedProduct, "sizes"> {
  sizes: readonly (MovedSize & { label: string })[];
  /** Appended to its slug and its title, where it is one of several made of one. */
  value: string;
}

/** What Shopify and its apps call the only size of a product without options. */
const NO_OPTION = /^(default title|default|title)$/i;
const SIZE_WORDS = /size|volume|quantity|weight|pack|\bml\b|capacity/i;

/** The options by which sizes of a product differ; the first one of a product in one size. */
export function realOptions({ options, sizes }: MovedProduct): number[] {
  const differing = options.flatMap((_, at) => (new Set(sizes.map((size) => size.options[at])).size > 1 ? [at] : []));
  const isNamed = (at: number) => (sizes[0]?.options[at] ?? "") !== "" && !NO_OPTION.test(sizes[0]?.options[at] ?? "");
  return differing.length > 0 ? differing : options.length > 0 && isNamed(0) ? [0] : [];
}

/** The option that the owner has chosen as the size, else the one whose name says so. */
function sizeOptionOf(product: MovedProduct, real: readonly number[], chosen: string): number | undefined {
  const named = real.find((at) => product.options[at]?.toLowerCase() === chosen.toLowerCase());
  return named ?? real.find((at) => SIZE_WORDS.test(product.options[at] ?? "")) ?? real[0];
}

/** @returns the products that become of one, or why it cannot be taken */
export function chooseSizes(
  product: MovedProduct,
  { sizeOption, otherOption }: Pick<MoveDecisions, "sizeOption" | "otherOption">,
): SizedProduct[] | string {
  const real = realOptions(product);
  if (real.length > 2)
    return `a product with three options (${real.map((at) => product.options[at]).join(", ")}) is not taken; please make one product for each value of one of them`;
  const sizeAt = sizeOptionOf(product, real, sizeOption);
  const otherAt = real.find((at) => at !== sizeAt);
  const optionOf = (size: MovedSize, at: number | undefined) => (at === undefined ? "" : (size.options[at] ?? ""));
  const made =
    otherAt !== undefined && otherOption === "split"
      ? [...Map.groupBy(product.sizes, (size) => optionOf(size, otherAt))].map(([value, sizes]) => ({
          ...product,
          value,
          // The pictures of all values stand together in the file; a size's own says which are this one's.
          pictures: picturesOf(product, sizes),
          sizes: sizes.map((size) => ({ ...size, label: optionOf(size, sizeAt) })),
        }))
      : [
          {
            ...product,
            value: "",
            sizes: product.sizes.map((size) => ({
              ...size,
              label: [optionOf(size, sizeAt), optionOf(size, otherAt)].filter(Boolean).join(", "),
            })),
          },
        ];
  const tooMany = made.find(({ sizes }) => sizes.length > PRODUCT_LIMITS.sizes);
  if (tooMany)
    return `has ${tooMany.sizes.length} sizes; a product has up to ${PRODUCT_LIMITS.sizes}: please make several products of it`;
  return made;
}

function picturesOf({ pictures, sizes: all }: MovedProduct, sizes: readonly MovedSize[]): readonly string[] {
  const own = new Set(sizes.flatMap(({ picture }) => (picture ? [picture] : [])));
  const ofOthers = new Set(all.flatMap(({ picture }) => (picture && !own.has(picture) ? [picture] : [])));
  return [...own, ...pictures.filter((url) => !own.has(url) && !ofOthers.has(url))];
}

const isSlug = (text: string) => text.length <= PRODUCT_LIMITS.slug && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);

/** The slug of a product: its handle, else what can be made of handle, title or SKU. */
export function slugOf({ handle, title, value, sizes, row }: SizedProduct): string {
  const suffix = value === "" ? "" : `-${slugFrom(value)}`;
  const base = [decoded(handle), title, sizes[0]?.sku ?? ""]
    .map((text) => (isSlug(text) ? text : slugFrom(text)))
    .find(Boolean);
  const slug = `${base ?? `product-${row}`}${suffix}`;
  return isSlug(slug) ? slug : slugFrom(slug);
}

function decoded(handle: string): string {
  try {
    return decodeURIComponent(handle);
  } catch {
    return handle;
  }
}
