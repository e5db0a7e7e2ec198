import { and, eq, gte, isNotNull, lte, type Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Paise } from "../../../base/money.ts";
import { product } from "../../../platform/database/schema.ts";

/** A listing's filter, with its category resolved to an id. */
export interface ListingFilter {
  categoryId?: number;
  subcategoryId?: number;
  /** Ids of categories or subcategories; products in any of them are listed. */
  categoryIds?: number[];
  bestseller?: boolean;
  featured?: boolean;
  deals?: boolean;
  minPricePaise?: Paise;
  maxPricePaise?: Paise;
  notes?: string[];
  /** Labels of variants. */
  sizes?: string[];
  /** Countries of origin. */
  countries?: string[];
  inStock?: boolean;
}

const VALUE_FILTERS = [
  "categoryId",
  "subcategoryId",
  "categoryIds",
  "minPricePaise",
  "maxPricePaise",
  "notes",
  "sizes",
  "countries",
] as const;
type ValueFilters = Pick<ListingFilter, (typeof VALUE_FILTERS)[number]>;

/** A filter, or its shape: with placeholders for the values of a prepared statement. Flags are part of the statement's text. */
export type FilterShape = Omit<ListingFilter, keyof ValueFilters> & {
  [Key in keyof ValueFilters]?: NonNullable<ValueFilters[Key]> | Placeholder;
};

export function shapeOf(filter: ListingFilter): FilterShape {
  const { bestseller, featured, deals, inStock } = filter;
  const placeholders = given(filter).map((key) => [key, sql.placeholder(key)]);
  return { bestseller, featured, deals, inStock, ...Object.fromEntries(placeholders) };
}

/** Returns the key of a filter's shape. Filters with the same conditions share it, whatever their values. */
export function shapeKey(filter: ListingFilter): string {
  const { bestseller, featured, deals, inStock } = filter;
  return JSON.stringify([{ bestseller, featured, deals, inStock }, ...given(filter)]);
}

const given = (filter: ListingFilter) =>
  VALUE_FILTERS.filter((key) =>
    key === "notes" || key === "sizes" || key === "countries" ? !isEmpty(filter[key]) : filter[key] !== undefined,
  );

const isEmpty = (names: FilterShape["notes"]) => names === undefined || (Array.isArray(names) && names.length === 0);

/** Whether the shopper narrows the listing by the filter panel. */
export const isNarrowed = (filter: ListingFilter) =>
  filter.minPricePaise !== undefined ||
  filter.maxPricePaise !== undefined ||
  !isEmpty(filter.notes) ||
  !isEmpty(filter.sizes) ||
  !isEmpty(filter.countries) ||
  filter.inStock !== undefined;

/** Whether listings and searches show a product; without a price it is not published (docs/triggers.md). */
export const hasListPrice = ({ lowestPricePaise }: { lowestPricePaise: SQLWrapper }): SQL =>
  sql`${lowestPricePaise} > 0`;

/** Returns the conditions of the page itself: published, category, best sellers, deals. */
export function scopeConditions(filter: FilterShape): SQL[] {
  const conditions = [
    hasListPrice(product),
    filter.categoryId !== undefined && eq(product.categoryId, filter.categoryId),
    filter.subcategoryId !== undefined && eq(product.subcategoryId, filter.subcategoryId),
    filter.categoryIds !== undefined && inAnyCategory(filter.categoryIds),
    filter.bestseller !== undefined && isTrue(product.isBestseller, filter.bestseller),
    filter.featured !== undefined && isTrue(product.isFeatured, filter.featured),
    // Sold-out products are not offered as deals.
    filter.deals && and(isNotNull(product.originalPricePaise), isTrue(product.inStock, true)),
  ];
  return conditions.filter((condition) => condition !== false && condition !== undefined);
}

function inAnyCategory(ids: NonNullable<FilterShape["categoryIds"]>): SQL {
  const list = sql`${Array.isArray(ids) ? sql.param(`{${ids}}`) : ids}::bigint[]`;
  return sql`(${product.categoryId} = any (${list}) or ${product.subcategoryId} = any (${list}))`;
}

/** Returns the conditions of the filter panel, one for each group. */
export function panelConditions(filter: FilterShape): {
  price: SQL;
  notes: SQL;
  sizes: SQL;
  countries: SQL;
  availability: SQL;
} {
  const price = and(
    filter.minPricePaise !== undefined ? gte(product.lowestPricePaise, filter.minPricePaise) : undefined,
    filter.maxPricePaise !== undefined ? lte(product.lowestPricePaise, filter.maxPricePaise) : undefined,
  );
  return {
    price: price ?? sql`true`,
    notes: isEmpty(filter.notes) ? sql`true` : sql`${product.notes} && ${sql.param(filter.notes, product.notes)}`,
    sizes: isEmpty(filter.sizes) ? sql`true` : sql`${product.sizes} && ${sql.param(filter.sizes, product.sizes)}`,
    countries: isEmpty(filter.countries)
      ? sql`true`
      : sql`${product.countryOfOrigin} = any (${sql.param(filter.countries, product.notes)})`,
    availability: filter.inStock === undefined ? sql`true` : isTrue(product.inStock, filter.inStock),
  };
}

const isTrue = (column: SQLWrapper, expected: boolean) => (expected ? sql`${column}` : sql`not ${column}`);
