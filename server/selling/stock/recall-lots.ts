/** Recalls of lots: units of a recalled lot are no longer sold or packed. */

import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { rowsOf } from "../../platform/database/rows.ts";
import { lot, lotAllocation, product, variant } from "../../platform/database/schema.ts";
import { nameKey, nameKeyOf } from "../variants/size-names.ts";
import { reverseSoldCosts } from "./costs.ts";
import { oneVariant } from "./lot-units.ts";
import { type Lot, type LotRule, reviewLot } from "./manage-lots.ts";
import { move } from "./movements.ts";
import { lockStock, sellFurtherUnits } from "./stock.ts";

/**
 * Finds lots by the number on the pack, which several sizes may share.
 * @param sku narrows them to one size
 * @throws ApiError (404)
 */
export async function findLots(db: DatabaseOrTransaction, number: string, sku?: string): Promise<Lot[]> {
  const found = await db
    .select({ lot })
    .from(lot)
    .leftJoin(variant, eq(variant.id, lot.variantId))
    .where(and(eq(lot.number, number), sku === undefined ? undefined : eq(nameKey(variant.sku), nameKeyOf(sku))))
    .orderBy(asc(lot.variantId));
  if (found.length === 0)
    throw ApiError.ofField("lot", `There is no lot ${number}${sku ? ` of ${sku}` : ""}.`, "not_found");
  return found.map((row) => row.lot);
}

/** Reads the names of the sizes of lots, by their ids; deleted sizes are missing. */
export async function readLotSizes(
  db: DatabaseOrTransaction,
  lots: readonly Lot[],
): Promise<Map<number, { sku: string; title: string; label: string }>> {
  const ids = lots.map(({ variantId }) => variantId);
  const sizes = await db
    .select({ id: variant.id, sku: variant.sku, title: product.title, label: variant.label })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(inArray(variant.id, ids));
  return new Map(sizes.map(({ id, ...size }) => [id, size]));
}

/**
 * Recalls lots and withholds their units.
 * @param lots as `findLots` returns them, so that transactions lock stock in the same order
 * @param reason for customers
 */
export async function recallLots(
  trx: DatabaseOrTransaction,
  lots: readonly Lot[],
  { reason, now }: { reason: string; now: Date },
  rule: LotRule,
): Promise<void> {
  const ids = lots.map(({ id }) => id);
  await trx
    .update(lot)
    .set({ recalledAt: sql`coalesce(${lot.recalledAt}, ${now.toISOString()}::timestamptz)`, recallReason: reason })
    .where(inArray(lot.id, ids));
  for (const id of ids) await reviewLot(trx, id, rule);
}

/** Ends the recall of lots: they are sold again if their life allows it. */
export async function reinstateLots(trx: DatabaseOrTransaction, lots: readonly Lot[], rule: LotRule): Promise<void> {
  const ids = lots.map(({ id }) => id);
  await trx.update(lot).set({ recalledAt: null, recallReason: "" }).where(inArray(lot.id, ids));
  for (const id of ids) await reviewLot(trx, id, rule);
}

const outside = sql<number>`${lotAllocation.quantity} - ${lotAllocation.restockedQuantity} - ${lotAllocation.writtenOffQuantity}`;

/** Reads the units of an order that recalled lots were allocated to. */
function readRecalled(db: DatabaseOrTransaction, orderId: number) {
  return db
    .select({ lot, position: lotAllocation.position, quantity: outside })
    .from(lotAllocation)
    .innerJoin(lot, eq(lot.id, lotAllocation.lotId))
    .where(and(eq(lotAllocation.orderId, orderId), isNotNull(lot.recalledAt), sql`${outside} > 0`))
    .orderBy(asc(lot.id));
}

/** @throws ApiError (409) if a locked order that is not shipped has units of a recalled lot */
export async function requireNoRecalled(trx: DatabaseOrTransaction, orderId: number): Promise<void> {
  const [recalled] = await readRecalled(trx, orderId);
  if (recalled)
    throw new ApiError(
      "conflict",
      `It has units of the recalled lot ${recalled.lot.number}. Please cancel them, or receive others and treat the orders of the recall again.`,
    );
}

/**
 * Allocates other units to a locked, unshipped order in place of those of recalled lots; locks its stock.
 * @returns `none` if it has no such units, `short` with nothing changed if not enough others are available
 */
export async function replaceRecalled(
  trx: DatabaseOrTransaction,
  orderId: number,
): Promise<"none" | "replaced" | "short"> {
  await lockStock(trx, [orderId]);
  const recalled = await readRecalled(trx, orderId);
  if (recalled.length === 0) return "none";
  if (!(await sellFurtherUnits(trx, orderId, recalled))) return "short";
  for (const { lot: from, position, quantity } of recalled) {
    const allocation = and(
      eq(lotAllocation.orderId, orderId),
      eq(lotAllocation.position, position),
      eq(lotAllocation.lotId, from.id),
    );
    await trx.delete(lotAllocation).where(and(allocation, eq(lotAllocation.quantity, quantity)));
    await trx
      .update(lotAllocation)
      .set({ quantity: sql`${lotAllocation.quantity} - ${quantity}` })
      .where(allocation);
    await trx
      .update(lot)
      .set({ withheld: sql`${lot.withheld} + ${quantity}` })
      .where(eq(lot.id, from.id));
    const units = oneVariant(from.variantId, quantity);
    const reason = `Lot ${from.number} is recalled`;
    await move(trx, "returned", units, { orderId, lotId: from.id, reason });
    await move(trx, "withheld", units, { lotId: from.id, reason });
  }
  const back = recalled.map(({ lot, position, quantity }) => ({ lotId: lot.id, position, quantity }));
  await reverseSoldCosts(trx, orderId, "cancelled", async () => back);
  return "replaced";
}

/**
 * Records that the customer of a locked order is emailed about recalled lots.
 * @returns the positions of the affected items; empty if it was recorded before
 */
export async function recordRecallEmail(
  trx: DatabaseOrTransaction,
  orderId: number,
  lots: readonly Lot[],
  now: Date,
): Promise<number[]> {
  const ids = lots.map(({ id }) => id);
  const noted = await trx
    .update(lotAllocation)
    .set({ recallMailedAt: now })
    .where(
      and(
        eq(lotAllocation.orderId, orderId),
        inArray(lotAllocation.lotId, ids),
        isNull(lotAllocation.recallMailedAt),
        sql`${outside} > 0`,
      ),
    )
    .returning({ position: lotAllocation.position });
  return noted.map(({ position }) => position);
}

/** An order with units of a lot that did not come back. */
export interface LotOrder {
  orderId: number;
  units: number;
  isMailed: boolean;
}

/** Reads the orders with units of lots that did not come back, oldest first. @param after an id: only later orders are read */
export async function readLotOrders(
  db: DatabaseOrTransaction,
  lots: readonly Lot[],
  { after, max }: { after: number; max: number },
): Promise<LotOrder[]> {
  const ids = `{${lots.map(({ id }) => id).join(",")}}`;
  const rows = await rowsOf(
    db,
    { order_id: "number", units: "number", is_mailed: "boolean" },
    sql`select order_id, sum(${outside})::int as units, bool_and(${lotAllocation.recallMailedAt} is not null) as is_mailed
      from ${lotAllocation} where ${lotAllocation.lotId} = any (${ids}::bigint[]) and ${outside} > 0 and order_id > ${after}
      group by order_id order by order_id limit ${max}`,
  );
  return rows.map(({ order_id: orderId, units, is_mailed: isMailed }) => ({ orderId, units, isMailed }));
}
