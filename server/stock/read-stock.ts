import { and, asc, desc, eq, gt, lte, sql } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../database/database.ts";
import { customerOrder, lot, product, stock, stockMovement, variant } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import type { Lot } from "./manage-lots.ts";
import { LOW_STOCK } from "./movements.ts";

/** Stock as staff sees it. */

const onHand = sql<number>`coalesce(${stock.onHand}, 0)`;
const reserved = sql<number>`coalesce(${stock.reserved}, 0)`;
const COLUMNS = {
  variantId: variant.id,
  sku: variant.sku,
  title: product.title,
  label: variant.label,
  onHand,
  reserved,
  withheld: sql<number>`coalesce((select sum(${lot.withheld})::int from ${lot} where ${lot.variantId} = ${variant.id}), 0)`,
};

export interface SizeStock {
  variantId: number;
  sku: string;
  title: string;
  label: string;
  onHand: number;
  /** By unpaid orders. */
  reserved: number;
  /** Units of lots that are not sold; no part of `onHand`. */
  withheld: number;
}

/** Lists sizes by SKU. @param onlyLow those of which few units are available; @param after a SKU */
export function listStock(
  db: DatabaseOrTransaction,
  { onlyLow, after, max }: { onlyLow: boolean; after: string | undefined; max: number },
): Promise<SizeStock[]> {
  return db
    .select(COLUMNS)
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .leftJoin(stock, eq(stock.variantId, variant.id))
    .where(
      and(
        onlyLow ? and(lte(sql`${onHand} - ${reserved}`, LOW_STOCK), eq(variant.onSale, true)) : undefined,
        after === undefined ? undefined : gt(variant.sku, after),
      ),
    )
    .orderBy(asc(variant.sku))
    .limit(max);
}

/** @throws ApiError (404) */
export async function findSize(db: DatabaseOrTransaction, sku: string): Promise<SizeStock> {
  const [found] = await db
    .select(COLUMNS)
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .leftJoin(stock, eq(stock.variantId, variant.id))
    .where(eq(variant.sku, sku));
  if (!found) throw ApiError.ofField("sku", `There is no size with the SKU ${sku}.`, "not_found");
  return found;
}

/** Reads the lots of a size that have units, in the order in which they are sold. */
export function readLots(db: DatabaseOrTransaction, variantId: number): Promise<Lot[]> {
  return db
    .select()
    .from(lot)
    .where(and(eq(lot.variantId, variantId), sql`${lot.onHand} + ${lot.withheld} > 0`))
    .orderBy(asc(lot.lastGoodDay), asc(lot.id));
}

/** Reads the latest movements of a size, newest first. */
export function readMovements(db: DatabaseOrTransaction, variantId: number, max: number) {
  return db
    .select({
      kind: stockMovement.kind,
      quantity: stockMovement.quantity,
      reason: stockMovement.reason,
      at: stockMovement.at,
      orderNumber: customerOrder.number,
    })
    .from(stockMovement)
    .leftJoin(customerOrder, eq(customerOrder.id, stockMovement.orderId))
    .where(eq(stockMovement.variantId, variantId))
    .orderBy(desc(stockMovement.id))
    .limit(max);
}
