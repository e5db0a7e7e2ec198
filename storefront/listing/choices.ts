/**
 * A listing's filters and sort order. They are in the URL, so that it can be shared, bookmarked and navigated back to. Invalid values of a
 * URL are ignored.
 */

import { isImported } from "../../contract/catalogue/origin.ts";
import type { Availability, Facets } from "../../contract/catalogue/schemas.ts";
import {
  LISTING_PAGE_SIZE,
  MAX_COUNTRIES_IN_FILTER,
  MAX_NOTES_IN_FILTER,
  MAX_SEARCH_LENGTH,
  MAX_SIZES_IN_FILTER,
  RESULT_WINDOW,
} from "../../contract/limits.ts";

/** The Sort By menu, in its order; each entry sets exactly one query parameter. */
export const SORTS = [
  { name: "featured", label: "Featured", key: { isFeatured: true } },
  { name: "bestselling", label: "Best selling", key: { bestseller: true } },
  { name: "price-asc", label: "Price low to high", key: { price_sort: "asc" } },
  { name: "price-desc", label: "Price high to low", key: { price_sort: "desc" } },
  { name: "date-asc", label: "Date old to new", key: { date_sort: "asc" } },
  { name: "date-desc", label: "Date new to old", key: { date_sort: "desc" } },
] as const;
/** Beside the specification's six, known only to a shop that sells imports, of which rule 6(10A) asks for it. */
export const ORIGIN_SORT = { name: "origin", label: "Country of origin", key: { origin_sort: "asc" } } as const;
export const ALL_SORTS = [...SORTS, ORIGIN_SORT] as const;
export type SortName = (typeof ALL_SORTS)[number]["name"];

/** Repeated here, because importing the contract's list would load all its schemas in the browser. */
const IN_STOCK_OR_NOT: Record<Availability, true> = { in_stock: true, out_of_stock: true };
export const AVAILABILITIES = Object.keys(IN_STOCK_OR_NOT) as Availability[];

export interface Filters {
  /** In rupees; undefined without a limit. */
  minPrice: number | undefined;
  maxPrice: number | undefined;
  notes: readonly string[];
  /** Labels of sizes, for example "50 ml". */
  sizes: readonly string[];
  /** Countries of origin. */
  countries: readonly string[];
  availability: Availability | undefined;
}

export interface Choices extends Filters {
  /** Used only on /products. */
  search: string;
  sort: SortName | undefined;
}

export const NO_FILTERS: Filters = {
  minPrice: undefined,
  maxPrice: undefined,
  notes: [],
  sizes: [],
  countries: [],
  availability: undefined,
};

const MAX_RUPEES = 10_000_000;
const MAX_NAME_LENGTH = 48;

/** @param byOrigin whether the order by country of origin is known; otherwise it clears the sort, like any unknown one */
export function readChoices(query: URLSearchParams, byOrigin: boolean): Choices {
  const [minPrice, maxPrice] = [
    wholeNumber(query.get("min_price"), MAX_RUPEES),
    wholeNumber(query.get("max_price"), MAX_RUPEES),
  ];
  const isReversed = minPrice !== undefined && maxPrice !== undefined && minPrice > maxPrice;
  return {
    search: (query.get("search") ?? "").trim().slice(0, MAX_SEARCH_LENGTH).trim(),
    sort: (byOrigin ? ALL_SORTS : SORTS).find(({ name }) => name === query.get("sort"))?.name,
    minPrice: isReversed || minPrice === 0 ? undefined : minPrice,
    maxPrice: isReversed ? undefined : maxPrice,
    notes: readNames(query, "notes", MAX_NOTES_IN_FILTER),
    sizes: readNames(query, "sizes", MAX_SIZES_IN_FILTER),
    countries: readNames(query, "countries", MAX_COUNTRIES_IN_FILTER),
    availability: AVAILABILITIES.find((name) => name === query.get("availability")),
  };
}

/** Comma-separated names, or one parameter per name, as a plain form sends them. */
function readNames(query: URLSearchParams, parameter: string, max: number): string[] {
  const names = query
    .getAll(parameter)
    .flatMap((text) => text.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && name.length <= MAX_NAME_LENGTH);
  // Sorted, so that the same names give the same URL.
  return [...new Set(names)].slice(0, max).sort();
}

export function readPage(query: URLSearchParams): number {
  return Math.max(1, wholeNumber(query.get("page"), Math.floor(RESULT_WINDOW / LISTING_PAGE_SIZE)) ?? 1);
}

function wholeNumber(text: string | null, max: number): number | undefined {
  if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number <= max ? number : undefined;
}

/** Writes the choices as a URL's query, `?search=attar&sort=price-asc&notes=Rose,Oud`; empty without choices. */
export function writeChoices(
  { search, sort, minPrice, maxPrice, notes, sizes, countries, availability }: Choices,
  page = 1,
): string {
  const query = new URLSearchParams();
  if (search) query.set("search", search);
  if (sort) query.set("sort", sort);
  if (minPrice !== undefined) query.set("min_price", String(minPrice));
  if (maxPrice !== undefined) query.set("max_price", String(maxPrice));
  if (notes.length > 0) query.set("notes", notes.join(","));
  if (sizes.length > 0) query.set("sizes", sizes.join(","));
  if (countries.length > 0) query.set("countries", countries.join(","));
  if (availability) query.set("availability", availability);
  if (page > 1) query.set("page", String(page));
  const text = query.toString().replaceAll("%2C", ",");
  return text && `?${text}`;
}

/** Returns the choices as query parameters of `GET product`. */
export function queryOfChoices({ search, sort, minPrice, maxPrice, notes, sizes, countries, availability }: Choices) {
  return {
    search,
    ...ALL_SORTS.find(({ name }) => name === sort)?.key,
    min_price: minPrice,
    max_price: maxPrice,
    notes,
    sizes,
    countries,
    availability,
  };
}

/** Whether a listing is sorted or filtered by price. */
export const isByPrice = ({ sort, minPrice, maxPrice }: Choices): boolean =>
  sort === "price-asc" || sort === "price-desc" || minPrice !== undefined || maxPrice !== undefined;

export const isNarrowed = (filters: Filters): boolean => countFilters(filters) > 0;

/** Counts active filters: one for the price, one for each note, size and country, one for the availability. */
export function countFilters({ minPrice, maxPrice, notes, sizes, countries, availability }: Filters): number {
  const hasPrice = minPrice !== undefined || maxPrice !== undefined;
  return (hasPrice ? 1 : 0) + notes.length + sizes.length + countries.length + (availability ? 1 : 0);
}

/** Whether the listing has products from abroad: rule 6(10A) asks for filter and order only of those. */
export const hasImports = (facets: Pick<Facets, "countries"> | undefined): boolean =>
  facets?.countries.some(({ name }) => isImported(name)) ?? false;
