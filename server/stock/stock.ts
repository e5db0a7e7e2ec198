import { type SQL, sql } from "drizzle-orm";
import { publishChange } from "../database/change-events.ts";
import type { DatabaseOrTransaction, Topic } from "../database/database.ts";
import { rowsOf } from "../database/rows.ts";
import {
  cartItem,
  customerOrder,
  orderItem,
  product,
  type StockMovementKind,
  stock,
  stockMovement,
} from "../database/schema.ts";

/**
 * The only writer of stock. An order reserves its units when it is placed; payment turns the reservation into a sale, any other end
 * releases it. Every change is a movement in the ledger.
 */

export interface Units {
  productId: number;
  quantity: number;
}

/** The change of each column by a movement of one unit. */
const EFFECTS: Readonly<Record<StockMovementKind, { onHand: -1 | 0 | 1; reserved: -1 | 0 | 1 }>> = {
  received: { onHand: 1, reserved: 0 },
  reserved: { onHand: 0, reserved: 1 },
  released: { onHand: 0, reserved: -1 },
  sold: { onHand: -1, reserved: -1 },
  returned: { onHand: 1, reserved: 0 },
  adjusted: { onHand: 1, reserved: 0 },
};

/** Pages show how many units are left at or below this number. */
export const LOW_STOCK = 5;
const MAX_PRODUCT_TOPICS = 50;

const available = sql`(${stock.onHand} - ${stock.reserved})`;

/** Locks the products of a cart and of orders until the transaction ends, always ordered by id, so that orders do not deadlock. */
export async function lockProducts(
  trx: DatabaseOrTransaction,
  { customerId, orderIds = [] }: { customerId?: number; orderIds?: readonly number[] },
): Promise<void> {
  await trx.execute(sql`
    select ${product.id} from ${product}
    where ${product.id} in (
      select ${cartItem.productId} from ${cartItem} where ${cartItem.customerId} = ${customerId ?? null}
      union all select ${orderItem.productId} from ${orderItem} where ${orderItem.orderId} = any (${idsOf(orderIds)})
    )
    order by ${product.id} for no key update of product`);
}

/**
 * Reserves the units of an order whose products are locked: all of them, or none.
 * @returns whether enough of each were available
 */
export async function reserveStock(trx: DatabaseOrTransaction, orderId: number): Promise<boolean> {
  const units = sql`${unitsOf(orderId)} and not exists (
    select from ${orderItem} as needed left join ${stock} on ${stock.productId} = needed.product_id
    where needed.order_id = ${orderId} and coalesce(${available}, 0) < needed.quantity
  )`;
  return (await move(trx, "reserved", units, { orderId })).length > 0;
}

/** Ends the reservation of an unpaid order whose products are locked. */
export async function releaseStock(trx: DatabaseOrTransaction, orderId: number): Promise<void> {
  await move(trx, "released", unitsOf(orderId), { orderId });
}

/** Turns the reservation of an order into a sale; locks its products. */
export async function sellReserved(trx: DatabaseOrTransaction, orderId: number): Promise<void> {
  await lockProducts(trx, { orderIds: [orderId] });
  await move(trx, "sold", unitsOf(orderId), { orderId });
}

/** Makes the units of a paid order that are not credited yet available again; locks its products. Products no longer sold are skipped. */
export async function returnStock(trx: DatabaseOrTransaction, orderId: number): Promise<void> {
  await lockProducts(trx, { orderIds: [orderId] });
  await move(trx, "returned", uncreditedUnitsOf(orderId), { orderId });
}

/** Makes some units of a paid order available again, by the positions of its items; locks its products. */
export async function returnUnits(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: readonly { position: number; quantity: number }[],
): Promise<void> {
  await lockProducts(trx, { orderIds: [orderId] });
  await move(trx, "returned", someUnitsOf(orderId, units), { orderId });
}

/** Adds delivered units. */
export async function receiveStock(trx: DatabaseOrTransaction, units: readonly Units[], reason = ""): Promise<void> {
  const delivered = sql`select * from ${listed(units.filter(({ quantity }) => quantity > 0))}`;
  await addMissingRows(trx, delivered);
  await move(trx, "received", delivered, { reason });
}

/**
 * Adjusts products so that the counted units are available.
 * @param counted rows of product_id and quantity
 * @returns the products whose number differed
 */
export async function adjustStock(
  trx: DatabaseOrTransaction,
  counted: SQL | Units[],
  reason: string,
): Promise<number[]> {
  const targets = Array.isArray(counted) ? sql`(select * from ${listed(counted)})` : sql`(${counted})`;
  const locked = await rowsOf<{ id: number }>(
    trx,
    sql`select product.id from product join ${targets} as target on target.product_id = product.id
      where product.stock <> target.quantity order by product.id for no key update of product`,
  );
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return ids;
  const changed = sql`select target.product_id, target.quantity - coalesce(${available}, 0) as quantity
    from ${targets} as target left join ${stock} on ${stock.productId} = target.product_id
    where target.product_id = any (${idsOf(ids)}) and target.quantity <> coalesce(${available}, 0)`;
  await addMissingRows(trx, changed);
  await move(trx, "adjusted", changed, { reason });
  return ids;
}

/** Restarts the ledger with the available units, after the orders and movements of a demo were deleted. */
export async function resetLedger(trx: DatabaseOrTransaction): Promise<void> {
  await trx.execute(sql`update ${stock} set on_hand = ${available}, reserved = 0`);
  await trx.execute(sql`insert into ${stockMovement} (product_id, kind, quantity, reason)
    select ${stock.productId}, 'adjusted', ${stock.onHand}, 'Opening balance' from ${stock} where ${stock.onHand} > 0`);
}

/** The units that a customer can buy: those available, and those reserved by the customer's own unpaid order, which a new one replaces. */
export function stockFor(customerId: number | typeof cartItem.customerId): SQL<number> {
  return sql<number>`${product.stock} + coalesce((
    select ${orderItem.quantity} from ${orderItem} join ${customerOrder} on ${customerOrder.id} = ${orderItem.orderId}
    where ${customerOrder.customerId} = ${customerId} and ${customerOrder.state} = 'pending' and ${orderItem.productId} = ${product.id}
  ), 0)`;
}

/**
 * Writes movements to the ledger, the stock and its projection in one statement.
 * @param units rows of product_id and quantity; products without stock are skipped
 * @returns the products whose units moved
 */
async function move(
  trx: DatabaseOrTransaction,
  kind: StockMovementKind,
  units: SQL,
  { orderId = null, reason = "" }: { orderId?: number | null; reason?: string },
): Promise<number[]> {
  const { onHand, reserved } = EFFECTS[kind];
  const moved = await rowsOf<{ product_id: number; quantity: number; available: number }>(
    trx,
    sql`with unit as (${units}),
      balance as (
        update stock set on_hand = stock.on_hand + ${sql.raw(String(onHand))} * unit.quantity,
          reserved = stock.reserved + ${sql.raw(String(reserved))} * unit.quantity
        from unit where stock.product_id = unit.product_id
        returning stock.product_id, unit.quantity, stock.on_hand - stock.reserved as available
      ),
      ledger as (
        insert into stock_movement (product_id, kind, quantity, order_id, reason)
        select product_id, ${kind}, quantity, ${orderId}::bigint, ${reason} from balance order by product_id
      ),
      projection as (
        update product set stock = balance.available from balance
        where product.id = balance.product_id and product.stock <> balance.available
      )
      select product_id, quantity, available from balance`,
  );
  publishAvailable(
    trx,
    moved.map(({ product_id: productId, quantity, available: after }) => {
      return { productId, before: after - (onHand - reserved) * quantity, after };
    }),
  );
  return moved.map(({ product_id }) => product_id);
}

/**
 * Publishes what pages show of available units: products that came into stock or sold out, and those of which another number is left. Many
 * at once are published as a change of the catalogue.
 */
function publishAvailable(
  trx: DatabaseOrTransaction,
  moved: readonly { productId: number; before: number; after: number }[],
): void {
  const shown = (units: number) => Math.min(units, LOW_STOCK + 1);
  const isInStockChanged = ({ before, after }: { before: number; after: number }) => before > 0 !== after > 0;
  const changed = moved.filter(({ before, after }) => shown(before) !== shown(after));
  if (changed.length > MAX_PRODUCT_TOPICS) publishChange(trx, "catalogue");
  else {
    const topics = changed.map((units): Topic => `${isInStockChanged(units) ? "product" : "stock"}:${units.productId}`);
    publishChange(trx, ...topics);
  }
  if (changed.some(isInStockChanged)) publishChange(trx, "availability");
}

async function addMissingRows(trx: DatabaseOrTransaction, units: SQL): Promise<void> {
  await trx.execute(
    sql`insert into ${stock} (product_id) select product_id from (${units}) as unit on conflict do nothing`,
  );
}

const unitsOf = (orderId: number) =>
  sql`select ${orderItem.productId}, ${orderItem.quantity} from ${orderItem} where ${orderItem.orderId} = ${orderId}`;

const uncreditedUnitsOf = (orderId: number) =>
  sql`select ${orderItem.productId}, ${orderItem.quantity} - ${orderItem.creditedQuantity} as quantity
    from ${orderItem} where ${orderItem.orderId} = ${orderId} and ${orderItem.creditedQuantity} < ${orderItem.quantity}`;

const someUnitsOf = (orderId: number, units: readonly { position: number; quantity: number }[]) =>
  sql`select ${orderItem.productId}, chosen.quantity from ${orderItem}
    join jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as chosen (position smallint, quantity int)
      on chosen.position = ${orderItem.position} and chosen.quantity > 0
    where ${orderItem.orderId} = ${orderId}`;

const idsOf = (ids: readonly number[]) => sql`${`{${ids.join(",")}}`}::bigint[]`;

function listed(units: readonly Units[]): SQL {
  const rows = JSON.stringify(units.map(({ productId, quantity }) => ({ product_id: productId, quantity })));
  return sql`jsonb_to_recordset(${rows}::jsonb) as listed (product_id bigint, quantity int)`;
}
