import DataLoader from "dataloader";
import { eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Product, ProductSummary, Variant } from "../../../contract/catalogue/schemas.ts";
import { toRupees } from "../../base/money.ts";
import { pick } from "../../base/pick.ts";
import type { ReadDatabase } from "../../platform/database/database.ts";
import { arrayOf, jsonObject } from "../../platform/database/json-object.ts";
import { genericParam, prepareQuery } from "../../platform/database/prepared.ts";
import { category, product, productSlug, stock, variant } from "../../platform/database/schema.ts";
import { dearestShipping, type ShippingRules } from "../../selling/shipping/shipping-rules.ts";
import { LOW_STOCK } from "../../selling/stock/low-stock.ts";
import { isPublished } from "../../selling/variants/published.ts";
import { isProven } from "./claims.ts";
import { commonNameOf } from "./common-name.ts";
import { apiColumns } from "./import/product-columns.ts";
import { hasListPrice } from "./listing/listing-filter.ts";
import {
  createSummaryReader,
  inCategory,
  type OnlyFieldsOf,
  summaryColumns,
  toProductSummary,
} from "./listing/product-summary.ts";
import { setQuantityOf } from "./set-contents.ts";

/** How many products "pairs well with" lists. */
const SIMILAR = 6;
/** Maximum products per statement, so that no request waits for a result of many megabytes. */
const MAX_BATCH = 32;

/** Reads the owner's shipping methods, which say what a size costs to ship. */
export type ReadShipping = () => Promise<ShippingRules>;

const subcategory = alias(category, "subcategory");
const mate = alias(product, "mate");

/**
 * Returns a function that reads a product by its current or a former slug; null if there is none. Requests within one event-loop turn share
 * two statements; nothing is cached (docs/decisions/2026-11-22-batched-product-reads.md).
 */
export function createProductReader(
  db: ReadDatabase,
  readShipping: ReadShipping,
): (slug: string) => Promise<Product | null> {
  const statement = selectProducts(db);
  const readSummaries = createSummaryReader(db);

  async function readProducts(slugs: readonly string[]): Promise<(Product | null)[]> {
    const [rows, shipping] = await Promise.all([statement.execute({ slugs: [...new Set(slugs)] }), readShipping()]);
    const summaries = await readSummaries([...new Set(rows.flatMap(({ similarIds }) => similarIds))]);
    const byId = new Map(summaries.map((summary) => [Number(summary._id), summary]));
    const products = new Map(rows.map((row) => [row.summary.slug, toProduct(row, byId, shipping)]));
    return slugs.map((slug) => products.get(slug) ?? null);
  }

  /** Finds a product by a former slug. */
  async function readByFormer(slug: string): Promise<Product | null> {
    const [current] = await db
      .select({ slug: product.slug })
      .from(productSlug)
      .innerJoin(product, eq(product.id, productSlug.productId))
      .where(eq(productSlug.slug, slug));
    return current ? loader.load(current.slug) : null;
  }

  const loader = new DataLoader<string, Product | null>(readProducts, {
    maxBatchSize: MAX_BATCH,
    // By then all requests that arrived in this event-loop turn are parsed.
    batchScheduleFn: setImmediate,
    cache: false,
  });
  return async (slug) => (await loader.load(slug)) ?? readByFormer(slug);
}

const bySlugs = sql`${product.slug} = any (${genericParam("slugs", "text[]")}) and ${isPublished}`;

/** Returns a function that reads a product in any state by its id, for previews; null if there is none. */
export function createPreviewReader(
  db: ReadDatabase,
  readShipping: ReadShipping,
): (id: number) => Promise<Product | null> {
  const statement = selectProducts(db, "product preview", sql`${product.id} = ${genericParam("id", "bigint")}`);
  const readSummaries = createSummaryReader(db);
  return async (id) => {
    const [row] = await statement.execute({ id });
    if (!row) return null;
    const similar = await readSummaries(row.similarIds);
    return toProduct(row, new Map(similar.map((summary) => [Number(summary._id), summary])), await readShipping());
  };
}

/** How many products are read at once to go through all of them. */
const PAGE = 500;

/** Published products as the product's endpoint has them, without similar ones. */
export interface ListedProducts {
  products: Product[];
  /** What each size weighs when packed, in grams, by its id; null if nobody has said it. */
  weights: ReadonlyMap<string, number | null>;
  /** The Google product category of each product, by its id; null if its categories name none. */
  googleCategories: ReadonlyMap<string, string | null>;
}

/** Products that follow each other by id. */
export interface CataloguePage extends ListedProducts {
  /** The id of the last one; null if no others follow. */
  last: number | null;
}

/** Returns a function that reads the page of the catalogue after a product's id. */
export function createCatalogueReader(
  db: ReadDatabase,
  readShipping: ReadShipping,
): (after: number) => Promise<CataloguePage> {
  const next = sql`${product.id} in (select next.id from product as next where next.id > ${genericParam("after", "bigint")}
    and next.state = 'published' order by next.id limit ${sql.raw(String(PAGE))})`;
  const statement = selectProducts(db, "catalogue page", next, NO_IDS);
  return async (after) => {
    const [rows, shipping] = await Promise.all([statement.execute({ after }), readShipping()]);
    rows.sort((one, other) => one.summary.id - other.summary.id);
    return { ...toListed(rows, shipping), last: rows.length < PAGE ? null : (rows.at(-1)?.summary.id ?? null) };
  };
}

/** Returns a function that reads products by their ids, in the order of the ids; skips those that are not published. */
export function createListedReader(
  db: ReadDatabase,
  readShipping: ReadShipping,
): (ids: readonly number[]) => Promise<ListedProducts> {
  const byIds = sql`${product.id} = any (${genericParam("ids", "bigint[]")}) and ${isPublished}`;
  const statement = selectProducts(db, "listed products", byIds, NO_IDS);
  return async (ids) => {
    const [rows, shipping] = await Promise.all([statement.execute({ ids }), readShipping()]);
    const places = new Map(ids.map((id, place) => [id, place]));
    const placeOf = ({ summary }: ProductRow) => places.get(summary.id) ?? 0;
    return toListed(
      rows.sort((one, other) => placeOf(one) - placeOf(other)),
      shipping,
    );
  };
}

const NO_IDS = sql<number[]>`array[]::bigint[]`;

function toListed(rows: readonly ProductRow[], shipping: ShippingRules): ListedProducts {
  const sizes = rows.flatMap(({ variants }) => variants);
  return {
    products: rows.map((row) => toProduct(row, new Map(), shipping)),
    weights: new Map(sizes.map(({ id, weightGrams }) => [String(id), weightGrams])),
    googleCategories: new Map(rows.map(({ summary, googleCategory }) => [String(summary.id), googleCategory])),
  };
}

function selectProducts(db: ReadDatabase, name = "product", condition = bySlugs, similar = similarIds()) {
  return prepareQuery(
    name,
    db
      .select({
        summary: summaryColumns,
        page: apiColumns("page"),
        categorySlug: category.slug,
        subcategory: { name: subcategory.name, slug: subcategory.slug },
        commonName: commonNameOf(product.commonName, subcategory, category),
        googleCategory: sql<string | null>`coalesce(${subcategory.googleCategory}, ${category.googleCategory})`,
        variants: variantsOf(),
        similarIds: similar,
      })
      .from(product)
      .innerJoin(category, inCategory)
      .leftJoin(subcategory, eq(subcategory.id, product.subcategoryId))
      .where(condition),
  );
}
type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>["execute"]>>[number];

const variantColumns = jsonObject({
  ...pick(getTableColumns(variant), [
    "id",
    "sku",
    "label",
    "pricePaise",
    "originalPricePaise",
    "netQuantity",
    "netQuantityUnit",
    "barcode",
    "image",
    "weightGrams",
  ]),
  available: sql<number>`coalesce(on_hand - reserved, 0)`,
});
type VariantRow = (typeof variantColumns)["_"]["type"];

/** Reads the sizes on sale, by position; the first size of a product that is no longer sold. */
function variantsOf() {
  return arrayOf(
    variantColumns,
    sql`from ${variant} left join ${stock} on ${stock.variantId} = ${variant.id}
      where ${variant.productId} = ${product.id} and (on_sale or ${variant.id} = ${product.firstVariantId})
      order by ${variant.position}, ${variant.id}`,
  );
}

/**
 * Selects the ids of similar products: those of `paired_with`, in that order, then the newest of the category. Reads one more than needed,
 * because the product itself may be among them.
 */
function similarIds() {
  return sql<number[]>`array(
    select near.id from unnest(
      array(select mate.id from unnest(${product.pairedWith}) with ordinality as named (slug, place)
        join product as mate on mate.slug = named.slug and mate.state = 'published' order by named.place)
      || array(select mate.id from product as mate
        where mate.category_id = ${product.categoryId} and mate.slug <> all (${product.pairedWith})
          and ${hasListPrice(mate)}
        order by mate.created_at desc, mate.id desc limit ${sql.raw(String(SIMILAR + 1))})
    ) with ordinality as near (id, place)
    where near.id <> ${product.id} order by near.place limit ${sql.raw(String(SIMILAR))}
  )`;
}

function toProduct(
  { summary, page, categorySlug, subcategory, commonName, variants, similarIds }: ProductRow,
  summaries: ReadonlyMap<number, ProductSummary>,
  shipping: ShippingRules,
): Product {
  const { categoryId: _, subcategoryId: __, description, keyBenefits, howToUse, ...rest } = page;
  const { topNotes, heartNotes, baseNotes, claims, ...others } = rest;
  const sizes = variants.map((row) => toVariant(row, shipping));
  const shown = sizes.find(({ _id }) => Number(_id) === (summary.shownVariantId ?? summary.firstVariantId));
  if (!shown) throw new Error(`the product ${summary.slug} has no variant`);
  return {
    ...toProductSummary(summary),
    // Does not compile if a page column has no field of the same name in the contract.
    ...(others satisfies OnlyFieldsOf<Product, typeof others>),
    images: summary.images,
    commonName,
    setQuantity: setQuantityOf(others.setContents),
    claims: claims.filter((claim) => isProven(claim)),
    desc: description,
    categoryPath: [{ name: summary.category, slug: categorySlug }, ...(subcategory ? [subcategory] : [])],
    key_benefits: keyBenefits,
    how_to_use: howToUse,
    notePyramid: { top: topNotes, heart: heartNotes, base: baseNotes },
    variants: sizes,
    sku: shown.sku,
    netQuantity: shown.netQuantity,
    lowStock: shown.lowStock,
    similar_products: similarIds.flatMap((id) => summaries.get(id) ?? []),
  };
}

function toVariant({ available, ...row }: VariantRow, rules: ShippingRules): Variant {
  const shipping = dearestShipping(rules, { goodsPaise: row.pricePaise, grams: row.weightGrams ?? 0 });
  return {
    _id: String(row.id),
    sku: row.sku,
    label: row.label,
    price: toRupees(row.pricePaise),
    ...(row.originalPricePaise !== null && { originalPrice: toRupees(row.originalPricePaise) }),
    netQuantity: { value: row.netQuantity, unit: row.netQuantityUnit },
    availability: available > 0 ? "in_stock" : "out_of_stock",
    lowStock: available > 0 && available <= LOW_STOCK ? available : null,
    barcode: row.barcode,
    image: row.image,
    shipping: shipping && { price: toRupees(shipping.pricePaise), days: shipping.days },
  };
}
