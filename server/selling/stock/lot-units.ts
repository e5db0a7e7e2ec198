/**
 * Tracks which lots the units of orders come from and return to. The stock of the variants is locked, so no two of these statements change
 * the same lot at once.
 */

import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { type RowOf, rowsOf } from "../../platform/database/rows.ts";
import { type MovedVariant, move } from "./movements.ts";

/** Units of an order's item by lot. */
const OF_LOT = { position: "number", lot_id: "number", quantity: "number" } as const;
export type OfLot = RowOf<typeof OF_LOT>;

/**
 * Allocates lots to units that were just sold: the lot that expires first, then units without a lot, and those of a recalled lot only if no
 * others are left.
 * @param units rows of position, variant_id and quantity
 * @returns those that have a lot
 */
export function allocateLots(trx: DatabaseOrTransaction, orderId: number, units: SQL): Promise<OfLot[]> {
  return rowsOf(
    trx,
    OF_LOT,
    sql`
    with wanted as (
      select position, variant_id, quantity, sum(quantity) over (partition by variant_id order by position) as last
      from (${units}) as unit
    ),
    offered as (
      select id as lot_id, variant_id, on_hand as quantity, case when recalled_at is null then 0 else 2 end as rank, last_good_day
      from lot where on_hand > 0 and variant_id in (select variant_id from wanted)
      union all
      select null, stock.variant_id, stock.on_hand + (select sum(quantity) from wanted where wanted.variant_id = stock.variant_id)
        - (select sum(on_hand) from lot where lot.variant_id = stock.variant_id), 1, null
      from stock where variant_id in (select variant_id from wanted)
    ),
    queue as (
      select lot_id, variant_id, quantity,
        sum(quantity) over (partition by variant_id order by rank, last_good_day, lot_id) as last
      from offered
    ),
    taken as (
      select position, lot_id,
        (least(wanted.last, queue.last) - greatest(wanted.last - wanted.quantity, queue.last - queue.quantity))::int as quantity
      from wanted join queue using (variant_id)
      where lot_id is not null and wanted.last > queue.last - queue.quantity and queue.last > wanted.last - wanted.quantity
    ),
    reduced as (
      update lot set on_hand = lot.on_hand - used.quantity
      from (select lot_id, sum(quantity)::int as quantity from taken group by lot_id) as used where lot.id = used.lot_id
    ),
    allocated as (
      insert into lot_allocation (order_id, position, lot_id, quantity) select ${orderId}, position, lot_id, quantity from taken
      on conflict (order_id, position, lot_id) do update set quantity = lot_allocation.quantity + excluded.quantity
    )
    select position, lot_id, quantity from taken`,
  );
}

/**
 * Returns units of an order to their lots. Those of a withheld lot, which the caller has made available, are withheld again.
 * @param units rows of position and quantity
 * @returns those that have a lot
 */
export async function returnToLots(trx: DatabaseOrTransaction, orderId: number, units: SQL): Promise<OfLot[]> {
  const returned = await rowsOf(
    trx,
    { ...OF_LOT, variant_id: "number", number: "string", is_withheld: "boolean" },
    sql`with back as (${ofLots(orderId, units)}),
      allocated as (
        update lot_allocation set restocked_quantity = lot_allocation.restocked_quantity + back.quantity from back
        where lot_allocation.order_id = ${orderId} and lot_allocation.position = back.position and lot_allocation.lot_id = back.lot_id
      ),
      changed as (
        update lot set on_hand = lot.on_hand + case when is_withheld then 0 else total.quantity end,
          withheld = lot.withheld + case when is_withheld then total.quantity else 0 end
        from (select lot_id, sum(quantity)::int as quantity from back group by lot_id) as total where lot.id = total.lot_id
      )
      select back.position, back.lot_id, back.quantity, lot.variant_id, lot.number, lot.is_withheld
      from back join lot on lot.id = back.lot_id`,
  );
  for (const { lot_id: lotId, variant_id: variantId, number, quantity, is_withheld } of returned)
    if (is_withheld)
      await move(trx, "withheld", oneVariant(variantId, quantity), { lotId, reason: `Returned to lot ${number}` });
  return returned;
}

/** Records that units of an order do not return to their lots. @param units rows of position and quantity @returns those that have a lot */
export function writeOffFromLots(trx: DatabaseOrTransaction, orderId: number, units: SQL): Promise<OfLot[]> {
  return rowsOf(
    trx,
    OF_LOT,
    sql`with lost as (${ofLots(orderId, units)}),
      allocated as (
        update lot_allocation set written_off_quantity = lot_allocation.written_off_quantity + lost.quantity from lost
        where lot_allocation.order_id = ${orderId} and lot_allocation.position = lost.position and lot_allocation.lot_id = lost.lot_id
      )
      select position, lot_id, quantity from lost`,
  );
}

/**
 * Selects the part of an order's units that lots were allocated to, as rows of position, lot_id and quantity. Which of an item's units came
 * back is unknown, so they count for a recalled lot first, then for the lot that expires first: that way none is sold too late.
 */
const ofLots = (orderId: number, units: SQL) => sql`
  select position, lot_id, (least(unit.quantity, outside.last) - (outside.last - outside.quantity))::int as quantity
  from (${units}) as unit join (
    select position, lot_id, left_over as quantity,
      sum(left_over) over (partition by position order by recalled_at is null, last_good_day, lot_id) as last
    from (
      select *, quantity - restocked_quantity - written_off_quantity as left_over from lot_allocation where order_id = ${orderId}
    ) as allocation join lot on lot.id = lot_id
    where left_over > 0
  ) as outside using (position)
  where outside.last - outside.quantity < unit.quantity`;

/** Reduces the lots of variants whose stock is smaller than their sum, starting with the lot that expires first. */
export async function reduceLots(trx: DatabaseOrTransaction, adjusted: readonly MovedVariant[]): Promise<void> {
  const ids = adjusted.filter(({ hasLots }) => hasLots).map(({ variantId }) => variantId);
  if (ids.length > 0) await reduce(trx, sql`stock.variant_id = any (${`{${ids.join(",")}}`}::bigint[])`);
}

/** As `reduceLots`, for every variant. */
export const reduceAllLots = (trx: DatabaseOrTransaction): Promise<void> => reduce(trx, sql`true`);

async function reduce(trx: DatabaseOrTransaction, which: SQL): Promise<void> {
  await trx.execute(sql`
    with excess as (
      select stock.variant_id, sum(lot.on_hand) - stock.on_hand as quantity
      from stock join lot on lot.variant_id = stock.variant_id where ${which}
      group by stock.variant_id, stock.on_hand having sum(lot.on_hand) > stock.on_hand
    ),
    queue as (
      select lot.id, excess.quantity as excess, lot.on_hand,
        sum(lot.on_hand) over (partition by lot.variant_id order by lot.last_good_day, lot.id) as last
      from lot join excess on excess.variant_id = lot.variant_id where lot.on_hand > 0
    )
    update lot set on_hand = lot.on_hand - (least(queue.last, queue.excess) - (queue.last - queue.on_hand))
    from queue where lot.id = queue.id and queue.last - queue.on_hand < queue.excess`);
}

/** Builds the units of one variant for `move`. */
export const oneVariant = (variantId: number, quantity: number): SQL =>
  sql`select ${variantId}::bigint as variant_id, ${quantity}::int as quantity`;
