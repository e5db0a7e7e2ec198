import { sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { product, stock, variant } from "../../platform/database/schema.ts";

/** What the database orders a product's variants by to find the one to show: on sale, then in stock, then by position. */
const shownFirst = sql.raw("not on_sale, coalesce(stock.on_hand <= stock.reserved, true), position, variant.id");
/** Which variants the prices of listings are of: those that can be bought, or without one those on sale, or all. */
const canBeBought = sql.raw("on_sale and stock.on_hand > stock.reserved");

/** 0 for an unpublished product, which hides it from listings and searches. */
const lowestPrice = sql.raw("case product.state when 'published' then projected.lowest_price_paise else 0 end");

/**
 * Writes the columns of products that project their variants and stock. Call it in the transaction that changes variants, or whether one is
 * in stock. Locks the products in the order of their ids, so that concurrent changes of two variants both count.
 * @returns the products of which lists show something else
 */
export async function projectVariants(trx: DatabaseOrTransaction, productIds: readonly number[]): Promise<number[]> {
  if (productIds.length === 0) return [];
  const ids = sql`${`{${productIds.join(",")}}`}::bigint[]`;
  await trx.execute(sql`select id from ${product} where id = any (${ids}) order by id for no key update`);
  const changed = await rowsOf(
    trx,
    { id: "number" },
    sql`update ${product} set first_variant_id = projected.first_variant_id,
        shown_variant_id = projected.shown_variant_id, shown_size = projected.shown_size, price_paise = projected.price_paise,
        original_price_paise = projected.original_price_paise, lowest_price_paise = ${lowestPrice},
        highest_price_paise = projected.highest_price_paise, sizes = projected.sizes, in_stock = projected.in_stock
      from (
        select product_id,
          (array_agg(id order by not on_sale, position, id))[1] as first_variant_id,
          (array_agg(id order by ${shownFirst}))[1] as shown_variant_id,
          (array_agg(label order by ${shownFirst}))[1] as shown_size,
          (array_agg(price_paise order by ${shownFirst}))[1] as price_paise,
          (array_agg(original_price_paise order by ${shownFirst}))[1] as original_price_paise,
          coalesce(min(price_paise) filter (where ${canBeBought}), min(price_paise) filter (where on_sale), min(price_paise))
            as lowest_price_paise,
          coalesce(max(price_paise) filter (where ${canBeBought}), max(price_paise) filter (where on_sale), max(price_paise))
            as highest_price_paise,
          coalesce(array_agg(label order by position, id) filter (where on_sale), '{}') as sizes,
          coalesce(bool_or(stock.on_hand > stock.reserved) filter (where on_sale), false) as in_stock
        from ${variant} left join ${stock} on stock.variant_id = variant.id
        where product_id = any (${ids}) group by product_id
      ) as projected
      where product.id = projected.product_id
        and (product.first_variant_id, product.shown_variant_id, product.shown_size, product.price_paise, product.original_price_paise, product.lowest_price_paise,
            product.highest_price_paise, product.sizes, product.in_stock)
          is distinct from (projected.first_variant_id, projected.shown_variant_id, projected.shown_size, projected.price_paise, projected.original_price_paise,
            ${lowestPrice}, projected.highest_price_paise, projected.sizes, projected.in_stock)
      returning product.id`,
  );
  return changed.map(({ id }) => id);
}
