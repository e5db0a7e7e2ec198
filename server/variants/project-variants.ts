import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import { product, stock, variant } from "../database/schema.ts";

/** 0 for an unpublished product, which hides it from listings and searches. */
const lowestPrice = sql.raw("case product.state when 'published' then projected.lowest_price_paise else 0 end");

/**
 * Writes the columns of products that project their variants and stock. Call it in the transaction that changes variants, or whether one is
 * in stock. Locks the products in the order of their ids, so that concurrent changes of two variants both count.
 * @returns the products whose being in stock has changed
 */
export async function projectVariants(trx: DatabaseOrTransaction, productIds: readonly number[]): Promise<number[]> {
  if (productIds.length === 0) return [];
  const ids = sql`${`{${productIds.join(",")}}`}::bigint[]`;
  const locked = await rowsOf<{ id: number; in_stock: boolean }>(
    trx,
    sql`select id, in_stock from ${product} where id = any (${ids}) order by id for no key update`,
  );
  const before = new Map(locked.map(({ id, in_stock }) => [id, in_stock]));
  const changed = await rowsOf<{ id: number; in_stock: boolean }>(
    trx,
    sql`update ${product} set first_variant_id = projected.first_variant_id, price_paise = projected.price_paise,
        original_price_paise = projected.original_price_paise, lowest_price_paise = ${lowestPrice},
        highest_price_paise = projected.highest_price_paise, sizes = projected.sizes, in_stock = projected.in_stock
      from (
        select product_id,
          (array_agg(id order by not on_sale, position, id))[1] as first_variant_id,
          (array_agg(price_paise order by not on_sale, position, id))[1] as price_paise,
          (array_agg(original_price_paise order by not on_sale, position, id))[1] as original_price_paise,
          coalesce(min(price_paise) filter (where on_sale), min(price_paise)) as lowest_price_paise,
          coalesce(max(price_paise) filter (where on_sale), max(price_paise)) as highest_price_paise,
          coalesce(array_agg(label order by position, id) filter (where on_sale), '{}') as sizes,
          coalesce(bool_or(stock.on_hand > stock.reserved) filter (where on_sale), false) as in_stock
        from ${variant} left join ${stock} on stock.variant_id = variant.id
        where product_id = any (${ids}) group by product_id
      ) as projected
      where product.id = projected.product_id
        and (product.first_variant_id, product.price_paise, product.original_price_paise, product.lowest_price_paise,
            product.highest_price_paise, product.sizes, product.in_stock)
          is distinct from (projected.first_variant_id, projected.price_paise, projected.original_price_paise,
            ${lowestPrice}, projected.highest_price_paise, projected.sizes, projected.in_stock)
      returning product.id, product.in_stock`,
  );
  return changed.filter(({ id, in_stock }) => before.get(id) !== in_stock).map(({ id }) => id);
}
