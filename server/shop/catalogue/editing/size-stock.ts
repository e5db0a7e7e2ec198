import { eq, sql } from "drizzle-orm";
import { ApiError } from "../../../base/errors.ts";
import { recordAudit } from "../../../platform/audit/record-audit.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { product, stock, variant } from "../../../platform/database/schema.ts";
import { addMissingRows, adjustStock, lockVariants } from "../../../selling/stock/stock.ts";
import { type EditDeps, subjectOf } from "./edit-product.ts";

export type OnRestocked = (trx: DatabaseOrTransaction, productIds: readonly number[]) => Promise<unknown>;

interface StockDeps extends Pick<EditDeps, "actor" | "now"> {
  onRestocked: OnRestocked;
}
interface StockChange {
  /** The available units that the caller has seen. */
  seen: number;
  available: number;
  reason: string;
}

/**
 * Sets the available units of a size.
 * @throws ApiError (404), (409) if orders have changed the number since
 */
export async function setSizeStock(
  { db, ...deps }: StockDeps & Pick<EditDeps, "db">,
  variantId: number,
  change: StockChange,
): Promise<{ available: number }> {
  await db.transaction((trx) => setSizeStockIn(trx, deps, variantId, change));
  return { available: change.available };
}

/**
 * Sets the available units in a transaction that changes more. Call it before locking the product, because sales also lock stock first.
 * @param ofProduct the product to which the size must belong
 */
export async function setSizeStockIn(
  trx: DatabaseOrTransaction,
  { actor, now, onRestocked }: StockDeps,
  variantId: number,
  { seen, available, reason }: StockChange,
  ofProduct?: number,
): Promise<void> {
  const before = await readSize(trx, variantId);
  if (!before || before.productId !== (ofProduct ?? before.productId))
    throw new ApiError("not_found", "There is no such size.");
  await addMissingRows(trx, sql`(select ${variantId}::bigint as variant_id)`);
  await lockVariants(trx, sql`${variantId}`);
  const locked = (await readSize(trx, variantId)) ?? before;
  if (locked.available !== seen)
    throw ApiError.ofField(
      "available",
      `${locked.available} can be sold now: orders or a colleague changed it.`,
      "conflict",
    );
  const changed = await adjustStock(trx, [{ variantId, seen, available }], reason);
  if (changed.length === 0) return;
  const { sku, productId } = locked;
  await recordAudit(
    trx,
    actor,
    {
      action: "stock.set",
      subject: subjectOf(productId),
      before: { [sku]: seen },
      after: { [sku]: available, reason },
    },
    now,
  );
  const after = await readSize(trx, variantId);
  if (after?.isInStock && !before.isInStock) await onRestocked(trx, [productId]);
}

async function readSize(trx: DatabaseOrTransaction, variantId: number) {
  const [row] = await trx
    .select({
      sku: variant.sku,
      productId: variant.productId,
      isInStock: product.inStock,
      available: sql<number>`coalesce(${stock.onHand} - ${stock.reserved}, 0)`,
    })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .leftJoin(stock, eq(stock.variantId, variant.id))
    .where(eq(variant.id, variantId));
  return row;
}
