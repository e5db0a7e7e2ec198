/** The catalogue: requests, and what products have in common in every version. */

import * as z from "zod/mini";
import { MAX_SEARCH_LENGTH } from "../../../../../contract/limits.ts";
import { textField } from "../../../../../contract/text.ts";
import type { Paise } from "../../../../base/money.ts";
import type { AgentMedia, AgentProduct, AgentVariant } from "../../catalogue/agent-product.ts";
import type { Selection } from "../../catalogue/select-variant.ts";
import { amount, context, price, text } from "./fields.ts";

/** Longer than any id of the shop. */
const MAX_ID_LENGTH = 300;
const MAX_CATEGORIES = 50;
const MAX_SELECTED = 20;

const id = z.string().check(z.minLength(1), z.maxLength(MAX_ID_LENGTH));

const filters = z.optional(
  z.object({
    categories: z.optional(z.array(text(1000)).check(z.maxLength(MAX_CATEGORIES))),
    price: z.optional(z.object({ min: z.optional(amount), max: z.optional(amount) })),
  }),
);
export type Filters = z.infer<typeof filters>;

export const searchRequest = z.object({
  query: z.optional(
    textField({
      mayBeEmpty: true,
      max: MAX_SEARCH_LENGTH,
      error: `must be a string of at most ${MAX_SEARCH_LENGTH} characters`,
    }),
  ),
  filters,
  context,
  pagination: z.optional(z.object({ cursor: z.optional(text(200)), limit: z.optional(z.int().check(z.gte(1))) })),
});

/** How many ids are too many, the handler says: that has a code of its own. */
export const lookupRequest = z.object({ ids: z.array(id).check(z.minLength(1)), filters, context });

export const productRequest = z.object({
  id,
  selected: z.optional(
    z
      .array(z.object({ name: text(100), label: text(200), id: z.optional(text(MAX_ID_LENGTH)) }))
      .check(z.maxLength(MAX_SELECTED)),
  ),
  preferences: z.optional(z.array(text(100)).check(z.maxLength(MAX_SELECTED))),
  filters,
  context,
});

/** Which id of a lookup led to a variant. */
export interface Input {
  id: string;
  match: "exact" | "featured";
}

/** What of the catalogue differs between versions. */
interface Differences {
  unitPrice(quantity: AgentVariant["quantity"], unitPrice: { amount: Paise; of: number }): object;
}

/** The catalogue's responses in a version. */
export interface CatalogueWire {
  /** A product in the results of a search. */
  product(product: AgentProduct, variants?: readonly AgentVariant[]): object;
  /** A product that ids led to. */
  lookedUpProduct(
    product: AgentProduct,
    variants: readonly { variant: AgentVariant; inputs: readonly Input[] }[],
  ): object;
  /** A product with what is selected of it. */
  detailProduct(product: AgentProduct, selection: Selection): object;
}

/** The one option that products have. */
export const SIZE_OPTION = "Size";

export function catalogueWire({ unitPrice }: Differences): CatalogueWire {
  const toVariant = (one: AgentVariant, hasSizes: boolean) => ({
    id: one.id,
    sku: one.id,
    ...(one.gtin !== null && { barcodes: [{ type: "GTIN", value: one.gtin }] }),
    title: one.size,
    description: { plain: one.name },
    url: one.url,
    price: price(one.price),
    ...(one.listPrice !== null && { list_price: price(one.listPrice) }),
    ...(one.unitPrice && { unit_price: unitPrice(one.quantity, one.unitPrice) }),
    availability: { available: one.isAvailable, status: one.isAvailable ? "in_stock" : "out_of_stock" },
    ...(hasSizes && { options: [sizeOption(one)] }),
    ...(one.media.length > 0 && { media: one.media.map(toMedia) }),
  });

  /** All but options and variants. */
  const toProduct = (one: AgentProduct) => ({
    id: one.id,
    handle: one.handle,
    title: one.title,
    description: { plain: one.description },
    url: one.url,
    categories: one.categories,
    price_range: priceRange(one.variants.map((variant) => variant.price)),
    ...(one.variants.some(({ listPrice }) => listPrice !== null) && {
      list_price_range: priceRange(one.variants.map((variant) => variant.listPrice ?? variant.price)),
    }),
    ...(one.media.length > 0 && { media: one.media.map(toMedia) }),
    ...(one.rating && { rating: { value: one.rating.value, scale_min: 1, scale_max: 5, count: one.rating.count } }),
    metadata: { ...one.facts, ...(one.highlights.length > 0 && { highlights: one.highlights }) },
  });

  const sizes = (one: AgentProduct) =>
    hasSizes(one) && { options: [{ name: SIZE_OPTION, values: one.sizes.map(({ size }) => ({ label: size })) }] };

  return {
    product: (one, variants = one.variants) => ({
      ...toProduct(one),
      ...sizes(one),
      variants: variants.map((variant) => toVariant(variant, hasSizes(one))),
    }),
    lookedUpProduct: (one, found) => ({
      ...toProduct(one),
      ...sizes(one),
      variants: found.map(({ variant, inputs }) => ({ ...toVariant(variant, hasSizes(one)), inputs })),
    }),
    detailProduct: (one, { selected, variants }) => ({
      ...toProduct(one),
      ...(hasSizes(one) && {
        selected: selected ? [sizeOption(selected)] : [],
        options: [
          {
            name: SIZE_OPTION,
            // With one option, each of its values has a variant whatever is selected.
            values: one.sizes.map(({ size, isAvailable }) => ({ label: size, available: isAvailable, exists: true })),
          },
        ],
      }),
      variants: variants.map((variant) => toVariant(variant, hasSizes(one))),
    }),
  };
}

const hasSizes = ({ variants }: AgentProduct) => variants.length > 1;

const sizeOption = ({ size }: AgentVariant) => ({ name: SIZE_OPTION, label: size });

const toMedia = ({ url, alt, width, height }: AgentMedia) => ({
  type: "image",
  url,
  ...(alt !== "" && { alt_text: alt }),
  ...(width >= 1 && height >= 1 && { width: Math.round(width), height: Math.round(height) }),
});

const priceRange = (prices: readonly Paise[]) => ({
  min: price(Math.min(...prices) as Paise),
  max: price(Math.max(...prices) as Paise),
});
