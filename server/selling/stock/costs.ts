/**
 * What the units of the stock cost, and what sold ones did. A unit's cost is decided here alone, when its lot is assigned, and never again.
 * The caller has locked the stock of the variants.
 */

import { asc, eq, type SQL, sql } from "drizzle-orm";
import { type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { type CostMovementKind, costLayer } from "../../platform/database/schema.ts";
import {
  type LayerUnits,
  type LeftLayer,
  type LotUnits,
  type OrderLayer,
  returnToLayers,
  takeFromLayers,
} from "./cost-layers.ts";

/** Records what units cost that an order has just taken. */
export async function recordSoldCosts(
  trx: DatabaseOrTransaction,
  orderId: number,
  units: readonly LotUnits[],
): Promise<void> {
  const layers = await readLayers(
    trx,
    units.map(({ variantId }) => variantId),
  );
  const taken = takeFromLayers(layers, units);
  const [ofOrder, ofNobody] = [taken.filter(({ position }) => position !== null), taken.filter(isNobodys)];
  await moveCosts(trx, "sold", ofOrder, orderId);
  await moveCosts(trx, "adjusted", ofNobody, null);
}

const isNobodys = ({ position }: LayerUnits) => position === null;

/** Records the loss of units that were taken off the stock of these variants. */
export async function recordLostCosts(trx: DatabaseOrTransaction, variantIds: readonly number[]): Promise<void> {
  if (variantIds.length === 0) return;
  await moveCosts(trx, "adjusted", takeFromLayers(await readLayers(trx, variantIds), []), null);
}

/**
 * Takes the cost of an order's units back into the stock, or records that these units are lost.
 * @param units called if the cost of any of the order's units is known
 */
export async function reverseSoldCosts(
  trx: DatabaseOrTransaction,
  orderId: number,
  kind: "cancelled" | "returned" | "written_off",
  units: () => Promise<readonly Omit<LotUnits, "variantId">[]>,
): Promise<void> {
  const rows = await rowsOf(
    trx,
    {
      layer_id: "number",
      variant_id: "number",
      lot_id: "number?",
      position: "number",
      quantity: "number",
      cost: "string",
    },
    sql`select layer_id, moved.variant_id, layer.lot_id, position,
        sum(case kind when 'sold' then moved.quantity else -moved.quantity end)::int as quantity,
        sum(case kind when 'sold' then moved.cost_paise else -moved.cost_paise end) as cost
      from cost_movement as moved join cost_layer as layer on layer.id = layer_id
      where moved.order_id = ${orderId} group by 1, 2, 3, 4
      having sum(case kind when 'sold' then moved.quantity else -moved.quantity end) > 0 order by layer_id desc`,
  );
  if (rows.length === 0) return;
  const layers = rows.map(
    ({ layer_id: layerId, variant_id: variantId, lot_id: lotId, cost, ...row }): OrderLayer => ({
      ...row,
      layerId,
      variantId,
      lotId,
      paise: paise(Number(cost)),
    }),
  );
  await moveCosts(trx, kind, returnToLayers(layers, await units()), orderId);
}

async function readLayers(trx: DatabaseOrTransaction, variantIds: readonly number[]): Promise<LeftLayer[]> {
  const rows = await rowsOf(
    trx,
    {
      id: "number",
      variant_id: "number",
      lot_id: "number?",
      quantity: "number",
      left_paise: "number",
      in_shop: "number",
    },
    sql`select layer.id, layer.variant_id, layer.lot_id, layer.left_quantity as quantity, layer.left_paise,
        ${inShop(sql`layer.variant_id`, sql`layer.lot_id`)}::int as in_shop
      from cost_layer as layer
      where layer.variant_id = any (${`{${[...new Set(variantIds)].join(",")}}`}::bigint[]) and layer.left_quantity > 0
      order by layer.id`,
  );
  return rows.map(({ variant_id: variantId, lot_id: lotId, left_paise: left, in_shop: inShop, ...layer }) => ({
    ...layer,
    variantId,
    lotId,
    paise: paise(left),
    inShop,
  }));
}

/** Changes layers and the ledger in one statement. */
async function moveCosts(
  trx: DatabaseOrTransaction,
  kind: CostMovementKind,
  units: readonly LayerUnits[],
  orderId: number | null,
): Promise<void> {
  if (units.length === 0) return;
  const rows = JSON.stringify(
    units.map(({ layerId, variantId, position, quantity, paise }) => ({
      layer_id: layerId,
      variant_id: variantId,
      position,
      quantity,
      cost_paise: paise,
    })),
  );
  // Units that are written off left their layer when they were sold.
  const sign = { sold: -1, adjusted: -1, written_off: 0, cancelled: 1, returned: 1 }[kind];
  await trx.execute(sql`with unit as (
      select * from jsonb_to_recordset(${rows}::jsonb) as unit (layer_id bigint, variant_id bigint, position int, quantity int, cost_paise bigint)
    ), balance as (
      update cost_layer set left_quantity = left_quantity + ${sql.raw(String(sign))} * total.quantity,
        left_paise = left_paise + ${sql.raw(String(sign))} * total.cost_paise
      from (select layer_id, sum(quantity)::int as quantity, sum(cost_paise)::bigint as cost_paise from unit group by layer_id) as total
      where cost_layer.id = total.layer_id
    )
    insert into cost_movement (layer_id, variant_id, kind, quantity, cost_paise, order_id, position)
      select layer_id, variant_id, ${kind}, quantity, cost_paise, ${orderId}::bigint, position from unit`);
}

/** In SQL: what the units of a variant in the shop have cost as far as it is known, and how many these are. @param variantId an expression */
export const knownCost = (variantId: SQL): SQL<string> =>
  sql`(select coalesce(sum(left_paise), 0) from cost_layer where cost_layer.variant_id = ${variantId} and left_quantity > 0)`;
export const costedUnits = (variantId: SQL): SQL<number> =>
  sql`(select coalesce(sum(left_quantity), 0)::int from cost_layer where cost_layer.variant_id = ${variantId} and left_quantity > 0)`;

/** In SQL: whether anything of a variant has a known cost. @param variantId an expression */
export const hasCosts = (variantId: SQL): SQL =>
  sql`exists (select from cost_layer where cost_layer.variant_id = ${variantId} and cost_layer.left_quantity > 0)`;

/** Units of a purchase with what all of them cost. */
export interface NewLayer {
  variantId: number;
  lotId: number | null;
  quantity: number;
  costPaise: Paise;
}

/** Adds the costs of units that are in the shop. */
export async function addCosts(
  trx: DatabaseOrTransaction,
  purchaseId: number,
  layers: readonly NewLayer[],
): Promise<void> {
  await trx.insert(costLayer).values(
    layers.map((layer) => ({
      ...layer,
      purchaseId,
      leftQuantity: layer.quantity,
      leftPaise: layer.costPaise,
    })),
  );
}

/** Reads the layers of a purchase in the order of its lines, with the units that are left. */
export const readCosts = (db: DatabaseOrTransaction, purchaseId: number) =>
  db.select().from(costLayer).where(eq(costLayer.purchaseId, purchaseId)).orderBy(asc(costLayer.id));

/** Removes the costs of a purchase that has all of its units. */
export async function removeCosts(trx: DatabaseOrTransaction, purchaseId: number): Promise<void> {
  await trx.delete(costLayer).where(eq(costLayer.purchaseId, purchaseId));
}

/** Reads how many units of a variant in the shop have no known cost, of a lot or without one. The stock is locked. */
export async function unitsWithoutCost(
  trx: DatabaseOrTransaction,
  variantId: number,
  lotId: number | null,
): Promise<number> {
  const [row] = await rowsOf(
    trx,
    { units: "number" },
    sql`select (${inShop(sql`${variantId}::bigint`, sql`${lotId}::bigint`)} - coalesce((
        select sum(left_quantity) from cost_layer
        where variant_id = ${variantId} and left_quantity > 0 and lot_id is not distinct from ${lotId}::bigint), 0))::int as units`,
  );
  return row?.units ?? 0;
}

/** In SQL: the units in the shop of a lot, or of a variant without a lot. */
const inShop = (variantId: SQL, lotId: SQL) => sql`coalesce(case when ${lotId} is null
    then (select on_hand from stock where stock.variant_id = ${variantId})
      - (select coalesce(sum(on_hand), 0) from lot where lot.variant_id = ${variantId})
    else (select on_hand + withheld from lot where lot.id = ${lotId}) end, 0)`;
