/** Stock as staff sees it. */

import { and, asc, desc, eq, gt, lt, lte, sql } from "drizzle-orm";
import { ApiError } from "../../base/errors.ts";
import { type Paise, paise } from "../../base/money.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { customerOrder, lot, product, stock, stockMovement, variant } from "../../platform/database/schema.ts";
import { sizeMatches } from "../search/staff-search.ts";
import { findBySkus } from "../variants/size-names.ts";
import { costedUnits, knownCost } from "./costs.ts";
import { LOW_STOCK } from "./low-stock.ts";
import type { Lot } from "./manage-lots.ts";

const onHand = sql<number>`coalesce(${stock.onHand}, 0)`;
const reserved = sql<number>`coalesce(${stock.reserved}, 0)`;
const COLUMNS = {
  variantId: variant.id,
  slug: product.slug,
  onSale: variant.onSale,
  sku: variant.sku,
  title: product.title,
  label: variant.label,
  onHand,
  reserved,
  withheld: sql<number>`coalesce((select sum(${lot.withheld})::int from ${lot} where ${lot.variantId} = ${variant.id}), 0)`,
  costPaise: knownCost(sql`${variant.id}`).mapWith((cost) => paise(Number(cost))),
  costedUnits: costedUnits(sql`${variant.id}`),
};

export interface SizeStock {
  variantId: number;
  /** The product's slug. */
  slug: string;
  onSale: boolean;
  sku: string;
  title: string;
  label: string;
  onHand: number;
  /** Units reserved by unpaid orders. */
  reserved: number;
  /** Units of lots that are not sold; not part of `onHand`. */
  withheld: number;
  /** What the units in the shop have cost, as far as it is known, and how many units that are. */
  costPaise: Paise;
  costedUnits: number;
}

/** Lists sizes by SKU. @param onlyLow only sizes with few available units; @param q a SKU or words of titles; @param after a SKU */
export async function listStock(
  db: DatabaseOrTransaction,
  { onlyLow, q, after, max }: { onlyLow: boolean; q?: string | undefined; after: string | undefined; max: number },
): Promise<SizeStock[]> {
  return db
    .select(COLUMNS)
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .leftJoin(stock, eq(stock.variantId, variant.id))
    .where(
      and(
        onlyLow ? isLow : undefined,
        q === undefined ? undefined : await sizeMatches(db, q),
        after === undefined ? undefined : gt(variant.sku, after),
      ),
    )
    .orderBy(asc(variant.sku))
    .limit(max);
}

/** @returns undefined if the size was deleted */
async function findSizeById(db: DatabaseOrTransaction, variantId: number): Promise<SizeStock | undefined> {
  const [found] = await db
    .select(COLUMNS)
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .leftJoin(stock, eq(stock.variantId, variant.id))
    .where(eq(variant.id, variantId));
  return found;
}

const isLow = and(lte(sql`${onHand} - ${reserved}`, LOW_STOCK), eq(variant.onSale, true));

/** @param sku in any spelling. @throws ApiError (404) */
export async function findSize(db: DatabaseOrTransaction, sku: string): Promise<SizeStock> {
  const id = (await findBySkus(db, [sku])).get(sku)?.id;
  const found = id === undefined ? undefined : await findSizeById(db, id);
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

/** Reads the latest movements of a size, newest first. @param before the id of a movement */
export function readMovements(db: DatabaseOrTransaction, variantId: number, max: number, before?: number) {
  return db
    .select({
      id: stockMovement.id,
      kind: stockMovement.kind,
      quantity: stockMovement.quantity,
      reason: stockMovement.reason,
      author: stockMovement.author,
      at: stockMovement.at,
      orderNumber: customerOrder.number,
    })
    .from(stockMovement)
    .leftJoin(customerOrder, eq(customerOrder.id, stockMovement.orderId))
    .where(and(eq(stockMovement.variantId, variantId), before === undefined ? undefined : lt(stockMovement.id, before)))
    .orderBy(desc(stockMovement.id))
    .limit(max);
}
