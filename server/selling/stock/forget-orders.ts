import { type SQL, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { oneVariant } from "./lot-units.ts";
import { move } from "./movements.ts";
import { lockVariants } from "./stock.ts";

/**
 * Undoes whatever locked orders did to the stock, as if they had never been placed: their units are available again, lots and costs are as before,
 * and the ledgers forget them. Units whose lot was withheld meanwhile come back to it. Other orders' movements are never edited or deleted.
 * @param orderIds at least one
 */
export async function forgetOrders(trx: DatabaseOrTransaction, orderIds: readonly number[]): Promise<void> {
  const ids = sql`${`{${orderIds.join(",")}}`}::bigint[]`;
  const isTheirs = sql`order_id = any (${ids})`;
  await lockVariants(trx, sql`select variant_id from stock_movement where ${isTheirs}`);
  // These movements are deleted with the others below.
  const [orderId = null] = orderIds;
  await move(trx, "released", balance(isTheirs, { reserved: 1, released: -1, sold: -1 }), { orderId });
  await move(trx, "returned", balance(isTheirs, { sold: 1, returned: -1 }), { orderId });
  await returnToLots(trx, isTheirs);
  await trx.execute(sql`
    update cost_layer set left_quantity = left_quantity + back.quantity, left_paise = left_paise + back.paise
    from (
      select layer_id, sum(case kind when 'sold' then quantity else -quantity end)::int as quantity,
        sum(case kind when 'sold' then cost_paise else -cost_paise end)::bigint as paise
      from cost_movement where ${isTheirs} and kind <> 'written_off' group by layer_id
    ) as back
    where cost_layer.id = back.layer_id`);
  await trx.execute(sql`delete from cost_movement where ${isTheirs}`);
  await trx.execute(sql`delete from stock_movement where ${isTheirs}`);
}

/** Selects the units of each variant that movements of these kinds, added up, leave over. */
const balance = (which: SQL, signs: Readonly<Record<string, 1 | -1>>) => {
  const signed = sql.raw(
    `case kind ${Object.entries(signs)
      .map(([kind, sign]) => `when '${kind}' then ${sign} * quantity`)
      .join(" ")} else 0 end`,
  );
  return sql`select variant_id, sum(${signed})::int as quantity from stock_movement where ${which} group by variant_id having sum(${signed}) > 0`;
};

/** Returns units to their lots, which the caller has made available; those of a withheld lot are withheld again. Written-off ones come back, too. */
async function returnToLots(trx: DatabaseOrTransaction, which: SQL): Promise<void> {
  const returned = await rowsOf(
    trx,
    { lot_id: "number", variant_id: "number", number: "string", quantity: "number", is_withheld: "boolean" },
    sql`
    with back as (
      select lot_id, sum(quantity - restocked_quantity)::int as quantity from lot_allocation where ${which}
      group by lot_id having sum(quantity - restocked_quantity) > 0
    )
    update lot set on_hand = lot.on_hand + case when is_withheld then 0 else back.quantity end,
      withheld = lot.withheld + case when is_withheld then back.quantity else 0 end
    from back where lot.id = back.lot_id
    returning lot.id as lot_id, lot.variant_id, lot.number, back.quantity, lot.is_withheld`,
  );
  for (const { lot_id: lotId, variant_id: variantId, number, quantity, is_withheld } of returned)
    if (is_withheld)
      await move(trx, "withheld", oneVariant(variantId, quantity), { lotId, reason: `Returned to lot ${number}` });
}
