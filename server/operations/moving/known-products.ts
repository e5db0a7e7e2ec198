/** What this shop has of another shop's products: found by their slug, a former slug, or the SKUs of their sizes. */

import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { nameKey, nameKeyOf } from "../../selling/variants/size-names.ts";
import { readRowsWhere } from "../../shop/catalogue/import/export.ts";
import { CSV_COLUMNS } from "../../shop/catalogue/import/product-columns.ts";
import type { Cells, KnownProduct } from "./convert.ts";
import type { NamedProduct } from "./name-products.ts";

export interface Known {
  id: number;
  product: KnownProduct;
}

/** Finds products of this shop. @returns by the slug of the other shop's product: what is known, or a SKU that belongs to another product */
export async function findKnown(
  db: DatabaseOrTransaction,
  products: readonly NamedProduct[],
): Promise<Map<string, Known | { sku: string; owner: string }>> {
  const owners = await rowsOf(
    db,
    { kind: "string", name: "string", id: "number", slug: "string" },
    sql`with slugs as (select jsonb_array_elements_text(${JSON.stringify(products.map(({ slug }) => slug))}::text::jsonb) as name),
        skus as (select jsonb_array_elements_text(${JSON.stringify(products.flatMap(({ skus }) => skus))}::text::jsonb) as name)
      select 'slug' as kind, name, product.id, product.slug from slugs join product on product.slug = name
      union all
      select 'former', name, product.id, product.slug from slugs join product_slug on product_slug.slug = name
        join product on product.id = product_slug.product_id
      union all
      select 'sku', name, product.id, product.slug from skus join variant on ${nameKey(sql`variant.sku`)} = ${nameKey(sql`name`)}
        join product on product.id = variant.product_id`,
  );
  const by = new Map(
    owners.map((owner) => [`${owner.kind} ${owner.kind === "sku" ? nameKeyOf(owner.name) : owner.name}`, owner]),
  );
  const matched = new Map(
    products.flatMap((product) => {
      const ofSkus = product.skus.flatMap((sku) => {
        const owner = by.get(`sku ${nameKeyOf(sku)}`);
        return owner ? [{ sku, owner }] : [];
      });
      const found = by.get(`slug ${product.slug}`) ?? by.get(`former ${product.slug}`) ?? ofSkus[0]?.owner;
      if (!found) return [];
      const other = ofSkus.find(({ owner }) => owner.id !== found.id);
      return [[product.slug, other ? { sku: other.sku, owner: other.owner.slug } : { id: found.id }] as const];
    }),
  );
  const ids = [...matched.values()].flatMap((one) => (one.id === undefined ? [] : [one.id]));
  const stored = await readStored(db, ids);
  return new Map(
    [...matched].flatMap(([slug, one]): [string, Known | { sku: string; owner: string }][] => {
      if (one.id === undefined) return [[slug, { sku: one.sku, owner: one.owner }]];
      const product = stored.get(one.id);
      return product ? [[slug, { id: one.id, product }]] : [];
    }),
  );
}

async function readStored(db: DatabaseOrTransaction, ids: readonly number[]): Promise<Map<number, KnownProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await readRowsWhere(
    db,
    sql`product.id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)::bigint)`,
  );
  const found = new Map<number, { slug: string; byName: Map<string, Cells>; first: Cells }>();
  for (const row of rows) {
    const cells: Cells = Object.fromEntries(
      CSV_COLUMNS.map(({ name, field, write }) => [name, write(row[field as keyof typeof row])]),
    );
    const product = found.get(Number(row.productId)) ?? { slug: row.slug, byName: new Map(), first: cells };
    product.byName.set(nameKeyOf(cells.size ?? ""), cells);
    product.byName.set(nameKeyOf(cells.sku ?? ""), cells);
    found.set(Number(row.productId), product);
  }
  return found;
}
