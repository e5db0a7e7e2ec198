import DataLoader from "dataloader";
import { eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Product, ProductSummary } from "../../contract/catalogue/schemas.ts";
import type { ReadDatabase } from "../database/database.ts";
import { genericParam, prepareQuery } from "../database/prepared.ts";
import { category, product } from "../database/schema.ts";
import { LOW_STOCK } from "../stock/stock.ts";
import { apiColumns } from "./product-columns.ts";
import {
  createSummaryReader,
  inCategory,
  type OnlyFieldsOf,
  summaryColumns,
  toProductSummary,
} from "./product-summary.ts";

/** Products under "pairs well with". */
const SIMILAR = 6;
/** Products per statement, so that no request waits for a result of many megabytes. */
const MAX_BATCH = 32;

const subcategory = alias(category, "subcategory");

/**
 * Returns a function that reads a product by its slug, or null. Requests of one event-loop turn share two statements; nothing is cached
 * (docs/decisions/2026-11-22-batched-product-reads.md).
 */
export function createProductReader(db: ReadDatabase): (slug: string) => Promise<Product | null> {
  const statement = selectProducts(db);
  const readSummaries = createSummaryReader(db);

  async function readProducts(slugs: readonly string[]): Promise<(Product | null)[]> {
    const rows = await statement.execute({ slugs: [...new Set(slugs)] });
    const summaries = await readSummaries([...new Set(rows.flatMap(({ similarIds }) => similarIds))]);
    const byId = new Map(summaries.map((summary) => [Number(summary._id), summary]));
    const products = new Map(rows.map((row) => [row.summary.slug, toProduct(row, byId)]));
    return slugs.map((slug) => products.get(slug) ?? null);
  }

  const loader = new DataLoader<string, Product | null>(readProducts, {
    maxBatchSize: MAX_BATCH,
    // By then all requests that arrived in this event-loop turn are parsed.
    batchScheduleFn: setImmediate,
    cache: false,
  });
  return (slug) => loader.load(slug);
}

function selectProducts(db: ReadDatabase) {
  return prepareQuery(
    "product",
    db
      .select({
        summary: summaryColumns,
        page: apiColumns("page"),
        categorySlug: category.slug,
        subcategory: { name: subcategory.name, slug: subcategory.slug },
        similarIds: similarIds(),
      })
      .from(product)
      .innerJoin(category, inCategory)
      .leftJoin(subcategory, eq(subcategory.id, product.subcategoryId))
      .where(sql`${product.slug} = any (${genericParam("slugs", "text[]")})`),
  );
}
type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>["execute"]>>[number];

/**
 * The ids of similar products: those of `paired_with`, in that order, then the newest of the category. Reads one more than needed, since
 * the product itself may be among them.
 */
function similarIds() {
  return sql<number[]>`array(
    select near.id from unnest(
      array(select mate.id from unnest(${product.pairedWith}) with ordinality as named (slug, place)
        join product as mate on mate.slug = named.slug order by named.place)
      || array(select mate.id from product as mate
        where mate.category_id = ${product.categoryId} and mate.slug <> all (${product.pairedWith})
        order by mate.created_at desc, mate.id desc limit ${sql.raw(String(SIMILAR + 1))})
    ) with ordinality as near (id, place)
    where near.id <> ${product.id} order by near.place limit ${sql.raw(String(SIMILAR))}
  )`;
}

function toProduct(
  { summary, page, categorySlug, subcategory, similarIds }: ProductRow,
  summaries: ReadonlyMap<number, ProductSummary>,
): Product {
  const { categoryId: _, subcategoryId: __, description, keyBenefits, howToUse, stock, ...rest } = page;
  const { topNotes, heartNotes, baseNotes, netQuantity, netQuantityUnit, ...others } = rest;
  return {
    ...toProductSummary(summary),
    // Does not compile if a page column has no field of the same name in the contract.
    ...(others satisfies OnlyFieldsOf<Product, typeof others>),
    images: summary.images,
    desc: description,
    categoryPath: [{ name: summary.category, slug: categorySlug }, ...(subcategory ? [subcategory] : [])],
    key_benefits: keyBenefits,
    how_to_use: howToUse,
    notePyramid: { top: topNotes, heart: heartNotes, base: baseNotes },
    netQuantity: { value: netQuantity, unit: netQuantityUnit },
    lowStock: stock > 0 && stock <= LOW_STOCK ? stock : null,
    similar_products: similarIds.flatMap((id) => summaries.get(id) ?? []),
  };
}
