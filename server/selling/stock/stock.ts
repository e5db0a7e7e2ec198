/**
 * The only writer of stock. An order reserves its units when it is placed; payment turns the reservation into a sale, and any other end
 * releases it. Every change is a movement in the ledger. Units of lots are sold first, those without a lot last.
 */

import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import {
  type cartItem,
  customerOrder,
  orderItem,
  stock,
  stockMovement,
  variant,
} from "../../platform/database/schema.ts";
import type { LotUnits } from "./cost-layers.ts";
import { recordLostCosts, recordSoldCosts, reverseSoldCosts } from "./costs.ts";
import { allocateLots, type OfLot, reduceAllLots, reduceLots, returnToLots, writeOffFromLots } from "./lot-units.ts";
import { type MovedVariant, move, prepareMove } from "./movements.ts";

export interface Units {
  variantId: number;
  quantity: number;
}

const available = sql`(${stock.onHand} - ${stock.reserved})`;

/** Locks the stock of several orders until the transaction ends, before their units move order by order. */
export async function lockStock(trx: DatabaseOrTransaction, orderIds: readonly number[]): Promise<void> {
  await lockVariants(
    trx,
    sql`select ${orderItem.variantId} from ${orderItem} where ${orderItem.orderId} = any (${idsOf(orderIds)})`,
  );
}

/**
 * Locks the stock of variants until the transaction ends, always in the order of ids, so that transactions do not deadlock. A transaction
 * that also writes products must lock their stock first.
 * @param variantIds a query of their ids
 */
export async function lockVariants(trx: DatabaseOrTransaction, variantIds: SQL): Promise<void> {
  await trx.execute(sql`
    select ${stock.variantId} from ${stock} where ${stock.variantId} in (${variantIds})
    order by ${stock.variantId} for no key update`);
}

/**
 * Reserves all units of an order, or none. Locks their stock, so reserve late.
 * @returns whether enough units of each variant were available
 */
export async function reserveStock(trx: DatabaseOrTransaction, orderId: number): Promise<boolean> {
  return (await reserveAll(trx, orderId)).length > 0;
}

/** Ends the reservation of an unpaid order; locks its stock. */
export async function releaseStock(trx: DatabaseOrTransaction, orderId: number): Promise<void> {
  await move(trx, "released", unitsOf(orderId), { orderId });
}

/**
 * Reserves units that an order is to get besides its items: all of them, or none; locks their stock.
 * @returns whether enough units of each were available
 */
export async function reserveUnits(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: readonly Units[],
): Promise<boolean> {
  const wanted = sql`select * from ${listed(units)}`;
  return (await move(trx, "reserved", wanted, { orderId, allOrNone: true })).length > 0;
}

/** Ends the reservation of such units; locks their stock. */
export async function releaseUnits(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: readonly Units[],
): Promise<void> {
  await move(trx, "released", sql`select * from ${listed(units)}`, { orderId });
}

/** Turns the reservation of an order into a sale and allocates lots; locks its stock. @returns whether any of it has lots */
export async function sellReserved(trx: DatabaseOrTransaction, orderId: number): Promise<boolean> {
  return allocateSold(trx, orderId, unitsOf(orderId), await sellAll(trx, orderId));
}

async function allocateSold(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: SQL,
  sold: readonly MovedVariant[],
): Promise<boolean> {
  const hasLots = sold.some((variant) => variant.hasLots);
  const allocated = hasLots ? await allocateLots(trx, orderId, units) : [];
  if (sold.some(({ hasCosts }) => hasCosts)) await recordSoldCosts(trx, orderId, await byLot(trx, units, allocated));
  return hasLots;
}

/** Completes the units that have a lot by those that have none. @param units rows of position, variant_id and quantity */
async function byLot(trx: DatabaseOrTransaction, units: SQL, ofLots: readonly OfLot[]): Promise<LotUnits[]> {
  const items = await rowsOf(trx, { position: "number", variant_id: "number", quantity: "number" }, units);
  return items.flatMap(({ position, variant_id: variantId, quantity }) => {
    const lots = ofLots.filter((one) => one.position === position);
    const rest = quantity - lots.reduce((sum, one) => sum + one.quantity, 0);
    return [
      ...lots.map(({ lot_id: lotId, quantity }) => ({ position, variantId, lotId, quantity })),
      ...(rest > 0 ? [{ position, variantId, lotId: null, quantity: rest }] : []),
    ];
  });
}

/**
 * Makes the uncredited units of a paid order available again, unless their lot is withheld; locks its stock. Deleted variants are skipped.
 */
export async function returnStock(trx: DatabaseOrTransaction, orderId: number): Promise<void> {
  await returnToStock(trx, orderId, uncreditedUnitsOf(orderId));
}

async function returnToStock(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: SQL,
  { isCancelled = false } = {},
): Promise<void> {
  const returned = await move(trx, "returned", units, { orderId });
  if (returned.length === 0) return;
  const ofLots = await returnToLots(trx, orderId, units);
  await reverseSoldCosts(trx, orderId, isCancelled ? "cancelled" : "returned", () => byLot(trx, units, ofLots));
}

/**
 * Sells further units of a paid order's items, by their positions, for example a replacement: all of them, or none; locks its stock.
 * @returns whether enough units of each were available
 */
export async function sellFurtherUnits(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: readonly { position: number; quantity: number }[],
): Promise<boolean> {
  const wanted = someUnitsOf(orderId, units);
  if ((await move(trx, "reserved", wanted, { orderId, allOrNone: true })).length === 0) return false;
  await allocateSold(trx, orderId, wanted, await move(trx, "sold", wanted, { orderId }));
  return true;
}

/** As `returnStock`, for some units, by the positions of the order's items. */
export async function returnUnits(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: readonly { position: number; quantity: number }[],
): Promise<void> {
  await returnToStock(trx, orderId, someUnitsOf(orderId, units));
}

/** As `returnUnits`, for units that the order does not get: they count as never sold. */
export async function returnCancelledUnits(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: readonly { position: number; quantity: number }[],
): Promise<void> {
  await returnToStock(trx, orderId, someUnitsOf(orderId, units), { isCancelled: true });
}

/**
 * Records that sold units are lost or spoilt, for example a return that cannot be sold again; locks the order's stock.
 * @param units by the positions of the order's items
 */
export async function writeOffUnits(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: readonly { position: number; quantity: number }[],
  reason: string,
): Promise<void> {
  const lost = someUnitsOf(orderId, units);
  await move(trx, "written_off", lost, { orderId, reason });
  const ofLots = await writeOffFromLots(trx, orderId, lost);
  await reverseSoldCosts(trx, orderId, "written_off", () => byLot(trx, lost, ofLots));
}

/** Adds delivered units. */
export async function receiveStock(
  trx: DatabaseOrTransaction,
  units: readonly Units[],
  { reason = "", author = "" } = {},
): Promise<void> {
  const delivered = sql`select * from ${listed(units.filter(({ quantity }) => quantity > 0))}`;
  await addMissingRows(trx, sql`(${delivered})`);
  await move(trx, "received", delivered, { reason, author });
}

/** A change of a size's available units, as somebody decided it: from the number that they have seen to another. */
export interface StockChange {
  variantId: number;
  seen: number;
  available: number;
}

/**
 * Changes the available units by the difference of each change: what has been sold since the number was seen stays sold. There is no other
 * way to set a number. Missing units are taken from those without a lot, then from the lot that expires first.
 * @param changes rows of variant_id, seen and available; none may take more units than are available
 * @returns the variants whose number has changed
 */
export async function adjustStock(
  trx: DatabaseOrTransaction,
  changes: SQL | readonly StockChange[],
  reason: string,
): Promise<number[]> {
  const rows = "getSQL" in changes ? sql`(${changes})` : sql`(select * from ${listedChanges(changes)})`;
  await addMissingRows(trx, rows);
  const adjusted = await move(
    trx,
    "adjusted",
    sql`select variant_id, available - seen as quantity from ${rows} as change where available <> seen`,
    { reason },
  );
  await reduceLots(trx, adjusted);
  await recordLostCosts(
    trx,
    adjusted.filter(({ hasCosts }) => hasCosts).map(({ variantId }) => variantId),
  );
  return adjusted.map(({ variantId }) => variantId);
}

/** Restarts the ledger with the available units, after the orders and movements of a demo were deleted. */
export async function resetLedger(trx: DatabaseOrTransaction): Promise<void> {
  await trx.execute(sql`update ${stock} set on_hand = ${available}, reserved = 0`);
  await reduceAllLots(trx);
  await trx.execute(sql`insert into ${stockMovement} (variant_id, kind, quantity, reason)
    select ${stock.variantId}, 'adjusted', ${stock.onHand}, 'Opening balance' from ${stock} where ${stock.onHand} > 0`);
}

/**
 * Selects the units of the query's variant that a customer can buy: the available ones, and those reserved by the customer's own unpaid
 * order, which a new order replaces.
 */
export function stockFor(customerId: number | SQL | typeof cartItem.customerId): SQL<number> {
  return sql<number>`coalesce((select ${available} from ${stock} where ${stock.variantId} = ${variant.id}), 0) + coalesce((
    select sum(${orderItem.quantity})::int from ${orderItem} join ${customerOrder} on ${customerOrder.id} = ${orderItem.orderId}
    where ${customerOrder.customerId} = ${customerId} and ${customerOrder.state} = 'pending' and ${orderItem.variantId} = ${variant.id}
  ), 0)`;
}

export async function addMissingRows(trx: DatabaseOrTransaction, units: SQL): Promise<void> {
  await trx.execute(
    sql`insert into ${stock} (variant_id) select variant_id from ${units} as unit on conflict do nothing`,
  );
}

const unitsOf = (orderId: number | Placeholder) =>
  sql`select ${orderItem.position}, ${orderItem.variantId}, ${orderItem.quantity} from ${orderItem} where ${orderItem.orderId} = ${orderId}`;

const unitsOfOrder = unitsOf(sql.placeholder("orderId"));
const reserveAll = prepareMove("reserved", unitsOfOrder, { allOrNone: true });
const sellAll = prepareMove("sold", unitsOfOrder);

const uncreditedUnitsOf = (orderId: number) =>
  sql`select ${orderItem.position}, ${orderItem.variantId}, ${orderItem.quantity} - ${orderItem.creditedQuantity} as quantity
    from ${orderItem} where ${orderItem.orderId} = ${orderId} and ${orderItem.creditedQuantity} < ${orderItem.quantity}`;

const someUnitsOf = (orderId: number, units: readonly { position: number; quantity: number }[]) =>
  sql`select ${orderItem.position}, ${orderItem.variantId}, chosen.quantity from ${orderItem}
    join jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as chosen (position smallint, quantity int)
      on chosen.position = ${orderItem.position} and chosen.quantity > 0
    where ${orderItem.orderId} = ${orderId}`;

const idsOf = (ids: readonly number[]) => sql`${`{${ids.join(",")}}`}::bigint[]`;

function listed(units: readonly Units[]): SQL {
  const rows = JSON.stringify(units.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity })));
  return sql`jsonb_to_recordset(${rows}::jsonb) as listed (variant_id bigint, quantity int)`;
}

function listedChanges(changes: readonly StockChange[]): SQL {
  const rows = JSON.stringify(changes.map(({ variantId, ...numbers }) => ({ variant_id: variantId, ...numbers })));
  return sql`jsonb_to_recordset(${rows}::jsonb) as listed (variant_id bigint, seen int, available int)`;
}
