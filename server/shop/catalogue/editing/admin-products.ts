/** Lists of products for staff, in any state. */

import { and, desc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import { MAX_TAB_COUNT } from "../../../../contract/admin/orders.ts";
import type {
  AdminProductFilter,
  AdminProductQuery,
  ListedProduct,
  ListedSize,
  ProductTab,
} from "../../../../contract/admin/products.ts";
import { toRupees } from "../../../base/money.ts";
import { pick } from "../../../base/pick.ts";
import type { Database } from "../../../platform/database/database.ts";
import { arrayOf, jsonObject } from "../../../platform/database/json-object.ts";
import { numbersOf, rowsOf } from "../../../platform/database/rows.ts";
import { category, product, stock, variant } from "../../../platform/database/schema.ts";
import { productMatches } from "../../../selling/search/staff-search.ts";
import { LOW_STOCK } from "../../../selling/stock/low-stock.ts";
import { hasEndedClaim } from "../claims.ts";
import { withRupees } from "../listing/prices-in-rupees.ts";
import { nextPrice } from "./price-change-columns.ts";

const PAGE_SIZE = 30;

const lowStock = sql`exists (
  select from ${variant} left join ${stock} on ${stock.variantId} = ${variant.id}
  where ${variant.productId} = ${product.id} and ${variant.onSale}
    and coalesce(${stock.onHand} - ${stock.reserved}, 0) <= ${LOW_STOCK}
)`;

/** Conditions without parameters, so that the partial index of unpublished products applies. */
const TABS: Readonly<Record<ProductTab, SQL>> = {
  all: sql`true`,
  drafts: sql`${product.state} <> 'published' and ${product.state} = 'draft'`,
  scheduled: sql`${product.state} <> 'published' and ${product.state} = 'scheduled'`,
  archived: sql`${product.state} <> 'published' and ${product.state} = 'archived'`,
  low_stock: sql`${product.state} <> 'archived' and ${lowStock}`,
  ended_claims: hasEndedClaim,
};

/** What lists have of a size; its table is joined by `ofProduct`. */
export const LISTED_SIZE = {
  ...pick(getTableColumns(variant), ["id", "sku", "label", "pricePaise", "originalPricePaise", "onSale"]),
  available: sql<number>`coalesce(on_hand - reserved, 0)`,
  next: nextPrice,
};
const listedSize = jsonObject(LISTED_SIZE);
/** The sizes of a product, with their stock. */
export const ofProduct = sql`from ${variant} left join ${stock} on ${stock.variantId} = ${variant.id}
  where ${variant.productId} = ${product.id} order by ${variant.position}, ${variant.id}`;
const listedSizes = arrayOf(listedSize, ofProduct);

export const toListedSize = ({ id, next, ...size }: (typeof listedSize)["_"]["type"]): ListedSize => ({
  ...withRupees(size),
  nextPrice: next && { price: toRupees(next.pricePaise), at: new Date(next.at).toISOString() },
  _id: String(id),
});

/** Lists a page of products, newest first. */
export async function listAdminProducts(
  db: Database,
  { after, ...filter }: AdminProductQuery,
): Promise<{ products: ListedProduct[]; hasMore: boolean }> {
  const rows = await db
    .select({
      id: product.id,
      slug: product.slug,
      title: product.title,
      category: category.name,
      images: product.images,
      state: product.state,
      publishAt: product.publishAt,
      version: product.version,
      sizes: listedSizes,
    })
    .from(product)
    .innerJoin(category, eq(category.id, sql`coalesce(${product.subcategoryId}, ${product.categoryId})`))
    .where(and(after === undefined ? undefined : lt(product.id, Number(after)), await filterOf(db, filter)))
    .orderBy(desc(product.id))
    .limit(PAGE_SIZE + 1);
  return {
    products: rows.slice(0, PAGE_SIZE).map(({ id, images, publishAt, sizes: found, ...row }) => ({
      ...row,
      _id: String(id),
      picture: images[0] ?? null,
      publishAt: publishAt?.toISOString() ?? null,
      sizes: found.map(toListedSize),
    })),
    hasMore: rows.length > PAGE_SIZE,
  };
}

/** Converts a list's filter to a condition of `product`. */
export async function filterOf(
  db: Database,
  { tab, q, category: categorySlug }: AdminProductFilter,
): Promise<SQL | undefined> {
  return and(
    TABS[tab],
    q ? await productMatches(db, q) : undefined,
    categorySlug === undefined ? undefined : inCategory(categorySlug),
  );
}

const inCategory = (slug: string) => sql`exists (
  select from ${category} as chosen where chosen.slug = ${slug} and chosen.id in (${product.categoryId}, ${product.subcategoryId})
)`;

/** Counts the products of each tab, up to `MAX_TAB_COUNT`. */
export async function countAdminProducts(db: Database): Promise<Record<Exclude<ProductTab, "all">, number>> {
  const tabs = ["drafts", "scheduled", "archived", "low_stock", "ended_claims"] as const;
  const counts = tabs.map(
    (tab) =>
      sql`(select count(*)::int from (select from ${product} where ${TABS[tab]} limit ${MAX_TAB_COUNT}) as first) as ${sql.identifier(tab)}`,
  );
  const [row] = await rowsOf(db, numbersOf(tabs), sql`select ${sql.join(counts, sql`, `)}`);
  if (!row) throw new Error("nothing was counted");
  return row;
}
