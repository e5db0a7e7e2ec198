import { eq, inArray, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { cartItem, orderItem, product } from "../database/schema.ts";

/** Pieces leave a product's stock when an order is made and come back when it ends unpaid or is cancelled. What is in stock can be had by anybody. */

export interface Units {
  productId: number;
  quantity: number;
}

/**
 * Locks the products of a cart and of orders until the transaction ends, always in the order of their ids, so that two orders never wait
 * for each other.
 */
export async function lockProducts(
  trx: DatabaseOrTransaction,
  { customerId, orderIds = [] }: { customerId?: number; orderIds?: readonly number[] },
): Promise<void> {
  await trx.execute(sql`
    select ${product.id} from ${product}
    where ${product.id} in (
      select ${cartItem.productId} from ${cartItem} where ${cartItem.customerId} = ${customerId ?? null}
      union all select ${orderItem.productId} from ${orderItem} where ${inArray(orderItem.orderId, [...orderIds])}
    )
    order by ${product.id} for no key update of product`);
}

/**
 * Takes pieces of held products out of the stock: all of them, or none.
 * @returns whether there were enough of each
 */
export async function reserveStock(trx: DatabaseOrTransaction, units: readonly Units[]): Promise<boolean> {
  const taken = await trx.execute(sql`
    with wanted as (${listed(units)}),
      missing as (
        select from wanted left join product on product.id = wanted.product_id
        where product.id is null or product.stock < wanted.quantity
      )
    update product set stock = product.stock - wanted.quantity
    from wanted
    where product.id = wanted.product_id and not exists (select from missing)
    returning product.id`);
  return (taken as unknown as { rows: unknown[] }).rows.length === units.length;
}

/** Puts pieces of held products back; a product that is no longer sold is passed over. */
export async function returnStock(trx: DatabaseOrTransaction, units: readonly Units[]): Promise<void> {
  await trx.execute(sql`
    with wanted as (${listed(units)})
    update product set stock = product.stock + wanted.quantity from wanted where product.id = wanted.product_id`);
}

/** What an order took. */
export async function unitsOf(trx: DatabaseOrTransaction, orderId: number): Promise<Units[]> {
  return trx
    .select({ productId: orderItem.productId, quantity: orderItem.quantity })
    .from(orderItem)
    .where(eq(orderItem.orderId, orderId));
}

function listed(units: readonly Units[]) {
  const rows = JSON.stringify(units.map(({ productId, quantity }) => ({ product_id: productId, quantity })));
  return sql`select * from jsonb_to_recordset(${rows}::jsonb) as pieces (product_id int, quantity int)`;
}
