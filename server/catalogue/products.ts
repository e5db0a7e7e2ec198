import { type SQLWrapper, sql } from "drizzle-orm";
import type { Product, ProductSummary } from "../../contract/catalogue/schemas.ts";
import { readTogether } from "../database/batch.ts";
import type { Database } from "../database/database.ts";
import { prepareQuery } from "../database/prepared.ts";
import { product } from "../database/schema.ts";
import { jsonRow } from "./json-row.ts";
import { PAGE_FIELDS, type PageField } from "./product-columns.ts";
import { cardOf } from "./product-summary.ts";

/** From how few pieces on a page says that there are only so many left. */
const LOW_STOCK = 5;
/** How many products a page offers as well-paired. */
const SIMILAR = 6;

type Link = [name: string, slug: string];

/** What the page of a product is made of. */
type ProductRow = Omit<Pick<typeof product.$inferSelect, PageField>, "categoryId" | "subcategoryId"> & {
  categoryId: Link;
  subcategoryId: Link | null;
  card: ProductSummary;
  similar: ProductSummary[];
};

const pageColumns = Object.fromEntries(PAGE_FIELDS.map((field) => [field, product[field]])) as {
  [Field in PageField]: (typeof product)[Field];
};

const detail = jsonRow<ProductRow>({
  ...pageColumns,
  categoryId: categoryLink(product.categoryId),
  subcategoryId: categoryLink(product.subcategoryId),
  card: cardOf(product.id),
  similar: similarCards(),
});

/**
 * Reads products: gives back what finds the one with a slug as its page shows it, or null. One statement, prepared once, also for
 * several who ask at the same time.
 */
export function createProductReader(db: Database): (slug: string) => Promise<Product | null> {
  const statement = prepareQuery(
    "product",
    db
      .select({ values: detail.json })
      .from(product)
      // By the inner select the planner does not see how many slugs there are, so that one plan serves for any number.
      .where(sql`${product}.slug = any ((select ${sql.placeholder("slugs")}::text[])::text[])`),
  );

  return readTogether(async (slugs: string[]) => {
    const rows = await statement.execute({ slugs });
    const products = rows.map(({ values }) => toProduct(detail.read(values)));
    return new Map(products.map((found) => [found.slug, found]));
  });
}

function categoryLink(id: SQLWrapper) {
  return sql`(select json_build_array(name, slug) from category where category.id = ${id})`;
}

/**
 * The cards beside a product: those that it is paired with by hand, in that order, then the newest of its category. Of these one
 * more than needed is read, since the product itself may be among them.
 */
function similarCards() {
  return sql`array(
    select ${cardOf(sql`near.id`)} from unnest(
      array(select mate.id from unnest(product.paired_with) with ordinality as named (slug, place)
        join product as mate on mate.slug = named.slug order by named.place)
      || array(select mate.id from product as mate
        where mate.category_id = product.category_id and mate.slug <> all (product.paired_with)
        order by mate.created_at desc, mate.id desc limit ${sql.raw(String(SIMILAR + 1))})
    ) with ordinality as near (id, place)
    where near.id <> product.id order by near.place limit ${sql.raw(String(SIMILAR))}
  )`;
}

function toProduct(row: ProductRow): Product {
  const { card, similar, categoryId, subcategoryId, ...own } = row;
  const { description, keyBenefits, howToUse, topNotes, heartNotes, baseNotes, ...others } = own;
  const { netQuantity, netQuantityUnit, stock, ...sameName } = others;
  return {
    ...card,
    // A field that is read for the page and not in the contract under its own name does not compile here.
    ...(sameName satisfies Partial<Product> & Record<Exclude<keyof typeof sameName, keyof Product>, never>),
    desc: description,
    categoryPath: [categoryId, subcategoryId].filter((link) => link !== null).map(([name, slug]) => ({ name, slug })),
    key_benefits: keyBenefits,
    how_to_use: howToUse,
    notePyramid: { top: topNotes, heart: heartNotes, base: baseNotes },
    netQuantity: { value: netQuantity, unit: netQuantityUnit },
    lowStock: stock > 0 && stock <= LOW_STOCK ? stock : null,
    similar_products: similar,
  };
}
