import { and, type SQL, sql } from "drizzle-orm";
import type { CountRelation, Facets } from "../../../../contract/catalogue/schemas.ts";
import { PRICE_SLIDER, PRICE_STEPS, RESULT_WINDOW } from "../../../../contract/limits.ts";
import { type Paise, toPaise, toRupees } from "../../../base/money.ts";
import type { ReadDatabase } from "../../../platform/database/database.ts";
import { product } from "../../../platform/database/schema.ts";
import { isNarrowed, type ListingFilter, panelConditions, scopeConditions } from "./listing-filter.ts";

/** The total and the counts of the filter panel for one filter. */
export interface ListingCounts {
  total: number;
  relation: CountRelation;
  /** The listed share of the scope's products; the scope has no conditions of the filter panel. Estimated in a large scope. */
  share: number;
  facets: Facets;
}

/** Counts as the database returns them; prices are paise. */
export interface CountsRow {
  total: number;
  scope: number;
  in_stock: number;
  out_of_stock: number;
  min_price: Paise | null;
  max_price: Paise | null;
  /** Counts by index of the price range; ranges without products are missing. */
  price_steps: Record<string, number>;
  notes: { name: string; count: number }[];
  sizes: { name: string; count: number }[];
  countries: { name: string; count: number }[];
}

/**
 * Returns the columns that `counts` needs: notes, sizes, countries, stock and price, and whether the product matches each group of the filter panel.
 */
export function countedColumns(filter: ListingFilter): SQL {
  const { price, notes, sizes, countries, availability } = panelConditions(filter);
  return sql`${product.notes} as notes, ${product.sizes} as sizes, array[${product.countryOfOrigin}] as countries, ${product.inStock} as in_stock, ${product.lowestPricePaise} as price,
    (${price}) as price_fits, (${notes}) as notes_fit, (${sizes}) as sizes_fit, (${countries}) as countries_fit, (${availability}) as availability_fits`;
}

/** Whether a row of `scoped` is listed. */
export const isListed = sql.raw("(price_fits and notes_fit and sizes_fit and countries_fit and availability_fits)");

/** Counts the products of each name in an array column, most frequent first. @param condition which rows of `scoped` count */
function countNames(column: "notes" | "sizes" | "countries", condition: string): string {
  return `(select coalesce(json_agg(counted order by count desc, name), '[]') from (
    select name, count(*)::int as count from (select unnest(${column}) as name from scoped where ${condition}) as named group by name
  ) as counted)`;
}

/**
 * The columns of CountsRow, from a query of countedColumns named `scoped`. Each group of the filter panel is counted with the conditions of
 * the other groups but not its own, so that a count shows what selecting it would list.
 */
export const counts = sql.raw(`
  count(*) filter (where price_fits and notes_fit and sizes_fit and countries_fit and availability_fits)::int as total,
  count(*)::int as scope,
  count(*) filter (where price_fits and notes_fit and sizes_fit and countries_fit and in_stock)::int as in_stock,
  count(*) filter (where price_fits and notes_fit and sizes_fit and countries_fit and not in_stock)::int as out_of_stock,
  min(price) filter (where notes_fit and sizes_fit and countries_fit and availability_fits) as min_price,
  max(price) filter (where notes_fit and sizes_fit and countries_fit and availability_fits) as max_price,
  (select coalesce(json_object_agg(step, number), '{}') from (
    select least(price / ${toPaise(PRICE_SLIDER.max) / PRICE_STEPS}, ${PRICE_STEPS - 1}) as step, count(*)::int as number
    from scoped where notes_fit and sizes_fit and countries_fit and availability_fits group by step
  ) as steps) as price_steps,
  ${countNames("notes", "price_fits and sizes_fit and countries_fit and availability_fits")} as notes,
  ${countNames("sizes", "price_fits and notes_fit and countries_fit and availability_fits")} as sizes,
  ${countNames("countries", "price_fits and notes_fit and sizes_fit and availability_fits")} as countries`);

/** Selects CountsRow from a query that returns `counts`. */
export const countsSelection = {
  total: sql<number>`total`,
  scope: sql<number>`scope`,
  in_stock: sql<number>`in_stock`,
  out_of_stock: sql<number>`out_of_stock`,
  min_price: sql<Paise | null>`min_price`,
  max_price: sql<Paise | null>`max_price`,
  price_steps: sql<CountsRow["price_steps"]>`price_steps`,
  notes: sql<CountsRow["notes"]>`notes`,
  sizes: sql<CountsRow["sizes"]>`sizes`,
  countries: sql<CountsRow["countries"]>`countries`,
};

/**
 * Counts a listing. Reads at most RESULT_WINDOW products of its scope. A larger scope is sampled for the facets; then a second statement
 * also counts the products that the filter lists, up to the window.
 */
export async function countListing(db: ReadDatabase, filter: ListingFilter): Promise<ListingCounts> {
  const inScope = scopeConditions(filter);
  const sample = await countFirst(db, filter, inScope);
  if (sample.scope <= RESULT_WINDOW) return toCounts(sample, "eq");
  const { price, notes, sizes, countries, availability } = panelConditions(filter);
  const listed = isNarrowed(filter)
    ? await countFirst(db, filter, [...inScope, price, notes, sizes, countries, availability])
    : sample;
  return {
    total: Math.min(listed.total, RESULT_WINDOW),
    relation: listed.total > RESULT_WINDOW ? "gte" : "eq",
    share: sample.total / sample.scope,
    facets: atLeast(facetsOf(sample, "gte"), facetsOf(listed, "gte")),
  };
}

/** Counts the first products that match the conditions, at most one more than the window. */
async function countFirst(db: ReadDatabase, filter: ListingFilter, conditions: SQL[]): Promise<CountsRow> {
  const limit = sql.raw(String(RESULT_WINDOW + 1));
  const [row] = await db.select(countsSelection).from(sql`(
    with scoped as materialized (
      select ${countedColumns(filter)} from ${product} where ${and(...conditions) ?? sql`true`} limit ${limit}
    )
    select ${counts} from scoped
  ) as counted`);
  return row as CountsRow;
}

export function toCounts(row: CountsRow, relation: CountRelation): ListingCounts {
  return { total: row.total, relation, share: row.total / Math.max(1, row.scope), facets: facetsOf(row, relation) };
}

function facetsOf(row: CountsRow, relation: CountRelation): Facets {
  return {
    relation,
    notes: row.notes,
    sizes: row.sizes,
    countries: row.countries,
    availability: { in_stock: row.in_stock, out_of_stock: row.out_of_stock },
    price:
      row.min_price === null || row.max_price === null
        ? null
        : { min: toRupees(row.min_price), max: toRupees(row.max_price) },
    priceSteps: Array.from({ length: PRICE_STEPS }, (_, step) => row.price_steps[step] ?? 0),
  };
}

/** Combines the facets of two samples of the same listing: the larger number is closer to the true one. */
function atLeast(one: Facets, other: Facets): Facets {
  const prices = [one.price, other.price].filter((price) => price !== null);
  return {
    relation: "gte",
    notes: largerCounts(one.notes, other.notes),
    sizes: largerCounts(one.sizes, other.sizes),
    countries: largerCounts(one.countries, other.countries),
    availability: {
      in_stock: Math.max(one.availability.in_stock, other.availability.in_stock),
      out_of_stock: Math.max(one.availability.out_of_stock, other.availability.out_of_stock),
    },
    price:
      prices.length === 0
        ? null
        : { min: Math.min(...prices.map(({ min }) => min)), max: Math.max(...prices.map(({ max }) => max)) },
    priceSteps: one.priceSteps.map((count, step) => Math.max(count, other.priceSteps[step] ?? 0)),
  };
}

function largerCounts(one: Facets["notes"], other: Facets["notes"]): Facets["notes"] {
  const counts = new Map(one.map(({ name, count }) => [name, count]));
  for (const { name, count } of other) counts.set(name, Math.max(count, counts.get(name) ?? 0));
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
