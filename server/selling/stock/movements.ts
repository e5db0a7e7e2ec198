/** The ledger of stock: every change of a variant's units is a movement. */

import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { publishChange } from "../../platform/database/change-events.ts";
import type { DatabaseOrTransaction, Topic } from "../../platform/database/database.ts";
import { prepareRows } from "../../platform/database/prepared.ts";
import { type RowOf, rowsOf } from "../../platform/database/rows.ts";
import type { StockMovementKind } from "../../platform/database/schema.ts";
import { projectVariants } from "../variants/project-variants.ts";
import { hasCosts } from "./costs.ts";
import { LOW_STOCK } from "./low-stock.ts";

/** The change of each column by a movement of one unit. */
const EFFECTS: Readonly<Record<StockMovementKind, { onHand: -1 | 0 | 1; reserved: -1 | 0 | 1 }>> = {
  received: { onHand: 1, reserved: 0 },
  reserved: { onHand: 0, reserved: 1 },
  released: { onHand: 0, reserved: -1 },
  sold: { onHand: -1, reserved: -1 },
  returned: { onHand: 1, reserved: 0 },
  // Sold units that do not come back: they left the shelf when they were sold.
  written_off: { onHand: 0, reserved: 0 },
  adjusted: { onHand: 1, reserved: 0 },
  withheld: { onHand: -1, reserved: 0 },
  restored: { onHand: 1, reserved: 0 },
};

/** The change of available units by a row of the ledger named `moved`. */
const AVAILABLE_CHANGE = sql.raw(
  `case moved.kind ${Object.entries(EFFECTS)
    .map(([kind, { onHand, reserved }]) => `when '${kind}' then ${onHand - reserved}`)
    .join(" ")} end * moved.quantity`,
);

/** A condition: so many units of a variant were available after a movement of it, or after a later one. */
export const wasAvailableSince = (movementId: SQL, { variantId, units }: { variantId: SQL; units: SQL }): SQL =>
  sql`exists (
    select from (
      select held.on_hand - held.reserved - coalesce(
        sum(${AVAILABLE_CHANGE}) over (order by moved.id desc rows between unbounded preceding and 1 preceding), 0) as available
      from stock_movement as moved join stock as held using (variant_id)
      where moved.variant_id = ${variantId} and moved.id >= ${movementId}
    ) as left_after where left_after.available = ${units})`;

const MAX_PRODUCT_TOPICS = 50;

interface MovementOptions {
  orderId?: number | null;
  lotId?: number | null;
  reason?: string;
  /** The member of staff who causes it. */
  author?: string;
  /** Moves nothing unless enough units of every variant are available. */
  allOrNone?: boolean;
}

interface Change {
  productId: number;
  /** Number of available units before. */
  before: number;
  after: number;
}

export interface MovedVariant {
  variantId: number;
  /** Whether any lot has units on hand. A lot that is received while the statement waits for the stock counts from the next sale. */
  hasLots: boolean;
  /** Whether the cost of any of its units is known, which the caller then changes. */
  hasCosts: boolean;
}

/**
 * Locks the stock of the variants until the transaction ends, and writes movements to the ledger and the stock in one statement. Other
 * orders of the same variants wait for it. The rows are locked in the order of their ids, so that transactions do not deadlock.
 * @param units rows of variant_id and quantity; variants without stock are skipped
 * @returns the variants whose units moved
 */
export async function move(
  trx: DatabaseOrTransaction,
  kind: StockMovementKind,
  units: SQL,
  { allOrNone = false, ...options }: MovementOptions,
): Promise<MovedVariant[]> {
  const moved = await rowsOf(trx, MOVED, movement(kind, units, options, allOrNone));
  return publishMoved(trx, kind, moved);
}

/**
 * Prepares `move` for the units of a whole order.
 * @param units as for `move`, of the order with the id `sql.placeholder("orderId")`
 */
export function prepareMove(
  kind: StockMovementKind,
  units: SQL,
  { allOrNone = false } = {},
): (trx: DatabaseOrTransaction, orderId: number) => Promise<MovedVariant[]> {
  const options = { orderId: sql.placeholder("orderId") };
  const prepared = prepareRows(`stock ${kind}`, MOVED, movement(kind, units, options, allOrNone));
  return async (trx, orderId) => publishMoved(trx, kind, await prepared(trx, { orderId }));
}

const MOVED = {
  variant_id: "number",
  product_id: "number",
  quantity: "number",
  available: "number",
  has_lots: "boolean",
  has_costs: "boolean",
} as const;

function movement(
  kind: StockMovementKind,
  units: SQL,
  {
    orderId = null,
    lotId = null,
    reason = "",
    author = "",
  }: Omit<MovementOptions, "orderId"> & { orderId?: number | Placeholder | null },
  allOrNone: boolean,
): SQL {
  const { onHand, reserved } = EFFECTS[kind];
  const enough = sql`not exists (
    select from unit left join locked using (variant_id) where coalesce(locked.available, 0) < unit.quantity)`;
  return sql`with unit as (select variant_id, sum(quantity)::int as quantity from (${units}) as item group by variant_id),
      locked as (
        select variant_id, on_hand - reserved as available from stock where variant_id in (select variant_id from unit)
        order by variant_id for no key update
      ),
      balance as (
        update stock set on_hand = stock.on_hand + ${sql.raw(String(onHand))} * unit.quantity,
          reserved = stock.reserved + ${sql.raw(String(reserved))} * unit.quantity
        from unit join locked using (variant_id)
        where stock.variant_id = unit.variant_id and ${allOrNone ? enough : sql`true`}
        returning stock.variant_id, unit.quantity, stock.on_hand - stock.reserved as available
      ),
      ledger as (
        insert into stock_movement (variant_id, kind, quantity, order_id, lot_id, reason, author)
        select variant_id, ${kind}, quantity, ${orderId}::bigint, ${lotId}::bigint, ${reason}, ${author} from balance order by variant_id
      )
      select balance.*, variant.product_id,
        exists (select from lot where lot.variant_id = balance.variant_id and lot.on_hand > 0) as has_lots,
        ${hasCosts(sql`balance.variant_id`)} as has_costs
      from balance join variant on variant.id = balance.variant_id`;
}

async function publishMoved(
  trx: DatabaseOrTransaction,
  kind: StockMovementKind,
  moved: readonly RowOf<typeof MOVED>[],
): Promise<MovedVariant[]> {
  const { onHand, reserved } = EFFECTS[kind];
  await applyAvailability(
    trx,
    moved.map(({ product_id: productId, quantity, available: after }) => {
      return { productId, before: after - (onHand - reserved) * quantity, after };
    }),
  );
  return moved.map(({ variant_id: variantId, has_lots: hasLots, has_costs: hasCosts }) => ({
    variantId,
    hasLots,
    hasCosts,
  }));
}

/**
 * Stores and publishes what pages show of available units: products that lists show otherwise, since one of their sizes sold out or is back,
 * and sizes of which another number is left. Many changes at once are published as a change of the catalogue.
 */
async function applyAvailability(trx: DatabaseOrTransaction, moved: readonly Change[]): Promise<void> {
  const shown = (units: number) => Math.min(units, LOW_STOCK + 1);
  const changed = productsOf(moved.filter(({ before, after }) => shown(before) !== shown(after)));
  const isSoldOutOrBack = ({ before, after }: Change) => before > 0 !== after > 0;
  const listedChanged = await projectVariants(trx, productsOf(moved.filter(isSoldOutOrBack)));
  if (changed.length > MAX_PRODUCT_TOPICS) publishChange(trx, "catalogue");
  else {
    const topics = changed.map((id): Topic => `${listedChanged.includes(id) ? "product" : "stock"}:${id}`);
    publishChange(trx, ...topics);
  }
  if (listedChanged.length > 0) publishChange(trx, "availability");
}

const productsOf = (moved: readonly Change[]) => [...new Set(moved.map(({ productId }) => productId))];
