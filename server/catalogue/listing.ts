import { and, asc, desc, type SQL, sql } from "drizzle-orm";
import type { ProductQuery, ProductSummary } from "../../contract/catalogue/schemas.ts";
import { MAX_PER_PAGE } from "../../contract/limits.ts";
import type { Database } from "../database/database.ts";
import { prepareQuery } from "../database/prepared.ts";
import { product } from "../database/schema.ts";
import type { ListingCounts } from "./listing-counts.ts";
import {
  type FilterShape,
  isNarrowed,
  type ListingFilter,
  nameOfShape,
  panelConditions,
  scopeConditions,
  shapeOf,
} from "./listing-filter.ts";
import type { PageAnchors, Place } from "./page-anchors.ts";
import { cardOf } from "./product-summary.ts";

export type ListingOrder = "newest" | "oldest" | "cheapest" | "dearest";

/** The order that a query asks for; without a sort key the newest come first. */
export function orderOf(query: Pick<ProductQuery, "price_sort" | "date_sort">): ListingOrder {
  if (query.price_sort) return query.price_sort === "asc" ? "cheapest" : "dearest";
  return query.date_sort === "asc" ? "oldest" : "newest";
}

/** What a listing is sorted by; the id breaks ties, so that no product is listed twice or left out between two pages. */
export const ORDERS = {
  newest: { key: product.createdAt, direction: desc },
  oldest: { key: product.createdAt, direction: asc },
  cheapest: { key: product.pricePaise, direction: asc },
  dearest: { key: product.pricePaise, direction: desc },
} as const;

interface Wanted {
  filter: ListingFilter;
  order: ListingOrder;
  /** Counted from 1. */
  page: number;
  perPage: number;
  /** The numbers of the filter, where they were counted before; they may be a little old. */
  counted?: ListingCounts;
}

/**
 * How a page is found. `straight`: nothing narrows the listing, its index has the page as it is. `walk`: what it is narrowed by is
 * common, so the page is soon together when the listing is gone along product by product. `choose`: it is rare, or nobody knows, and the
 * database chooses the way by the values.
 */
type Way = "straight" | "walk" | "choose";

/** As long as a walk looks at no more products than this, going costs less than choosing. */
const WALKED = 500;

function wayOf({ filter, page, perPage, counted }: Wanted): Way {
  if (!isNarrowed(filter)) return "straight";
  const isNear = counted && page * perPage * counted.scope <= counted.total * WALKED;
  return isNear ? "walk" : "choose";
}

/**
 * Shapes of statements that are kept. A shop's own pages need some dozens; the thousands that somebody could ask for would each take
 * memory in every connection of the database.
 */
const CACHED_SHAPES = 200;

/** PostgreSQL plans a statement without a name anew each time, with its values. */
const UNNAMED = "";

/** Reads pages of the catalogue. */
export function createListing(db: Database, pageAnchors: PageAnchors): (wanted: Wanted) => Promise<ProductSummary[]> {
  const prepared = new Map<string, ReturnType<typeof prepare>>();

  function statementOf(wanted: Wanted, way: Way, isOnward: boolean) {
    const shape = [way, isOnward, wanted.order, nameOfShape(wanted.filter)].join(" ");
    const known = prepared.get(shape);
    if (known) return known;
    const isCached = prepared.size < CACHED_SHAPES;
    const statement = prepare(db, wanted, { way, isOnward, isNamed: isCached && way !== "choose" });
    if (isCached) prepared.set(shape, statement);
    return statement;
  }

  async function read(wanted: Wanted, way: Way, skipped: number, from?: Place): Promise<Found[]> {
    const { filter, perPage } = wanted;
    const values = { ...filter, limit: perPage, offset: skipped, key: from?.key, id: from?.id };
    return statementOf(wanted, way, from !== undefined).execute(values);
  }

  return async (wanted) => {
    const { filter, order, page, perPage } = wanted;
    const offset = (page - 1) * perPage;
    const way = wayOf(wanted);
    // Of a narrowed listing no places are remembered: each has few pages, and there is no end of them.
    if (way !== "straight") return (await read(wanted, way, offset)).map(({ card }) => card);
    const listing = JSON.stringify([order, filter]);
    const remember = pageAnchors.watch();
    const from = pageAnchors.before(listing, offset);
    const found = await read(wanted, way, offset - (from?.offset ?? 0), from);
    const [first] = found;
    if (first) remember(listing, offset, first);
    return found.map(({ card }) => card);
  };
}

/** A statement that is made once and, under a name, also planned once: both cost more than running it. */
function prepare(
  db: Database,
  { filter, order }: Wanted,
  { way, isOnward, isNamed }: { way: Way; isOnward: boolean; isNamed: boolean },
) {
  const numberOf = way === "choose" ? place : unplanned;
  const from = isOnward ? fromPlace(order) : undefined;
  const bounds = { from, limit: numberOf("limit"), offset: numberOf("offset") };
  const query = cardsOf(db, { filter: shapeOf(filter), order, way, ...bounds });
  return isNamed ? prepareQuery("listing", query) : query.prepare(UNNAMED);
}

/** A product of a page, with its place in the listing. */
type Found = Place & { card: ProductSummary };

interface CardsWanted {
  filter: FilterShape;
  order: ListingOrder;
  way: Way;
  /** Where to begin; without it the beginning. */
  from: SQL | undefined;
  limit: SQL;
  offset: SQL;
}

/** One page of cards. The ids come from an index alone, however far back the page is; then the card of each is looked up. */
function cardsOf(db: Database, { filter, order, way, from, limit, offset }: CardsWanted) {
  const { key, direction } = ORDERS[order];
  const narrowing = way === "walk" ? walkedConditions(filter, order) : Object.values(panelConditions(filter));
  const conditions = [...scopeConditions(filter), ...narrowing, from];
  return db
    .select({ card: cardOf(sql`page.id`), key: sql<string>`page.key::text`, id: sql<number>`page.id` })
    .from(
      sql`(
        select id, key from (
          select ${product.id} as id, ${key} as key from ${product} where ${and(...conditions) ?? sql`true`}
          order by ${direction(key)}, ${direction(product.id)} limit ${limit} offset ${offset}
        ) as found limit ${AT_MOST}
      ) as page`,
    )
    .orderBy(direction(sql`page.key`), direction(sql`page.id`));
}

/**
 * Says to the planner, which cannot look into the limit, that a page is short. It stands there as a number: were it a value, the plans
 * made with it would look cheaper than the one for all, and a large catalogue's pages be planned anew each time.
 */
const AT_MOST = sql.raw(String(MAX_PER_PAGE));

/**
 * The place of a number that the planner cannot look into. Where it can, PostgreSQL finds each page cheaper than an unknown one
 * and plans every call anew, which takes it longer than answering (0.47 → 0.25 ms of its time for a page of 12).
 */
const unplanned = (name: string) => sql`(select ${sql.placeholder(name)}::bigint)`;
const place = (name: string) => sql`${sql.placeholder(name)}`;

/** The condition of everything from a place on. */
function fromPlace(order: ListingOrder): SQL {
  const { key, direction } = ORDERS[order];
  const [type, compared] = [sql.raw(key.getSQLType()), sql.raw(direction === desc ? "<=" : ">=")];
  const [ofKey, ofId] = [sql.placeholder("key"), sql.placeholder("id")];
  return sql`(${key}, ${product.id}) ${compared} ((select ${ofKey}::${type}), (select ${ofId}::integer))`;
}

/**
 * The panel's conditions for a walk along the order. PostgreSQL must not take an index for one of them, which without the values it would
 * do even where most products fit (350 ms in place of 1 at a million); it has none for what is hidden in an expression. A price bounds
 * the walk itself where that goes by price.
 */
function walkedConditions(filter: FilterShape, order: ListingOrder): SQL[] {
  const { price, notes, availability } = panelConditions(filter);
  const isBound = ORDERS[order].key === product.pricePaise;
  return [isBound ? price : sql`coalesce(${price}, false)`, sql`coalesce(${notes}, false)`, availability];
}
