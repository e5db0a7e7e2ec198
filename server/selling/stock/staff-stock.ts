/** Stock in the back office. */

import type {
  CountedSize,
  ListedStock,
  SizeStock as SizePage,
  StockLot,
  StockMovement,
} from "../../../contract/admin/stock.ts";
import { ApiError } from "../../base/errors.ts";
import { toRupees } from "../../base/money.ts";
import { type Actor, recordAudit } from "../../platform/audit/record-audit.ts";
import type { Database, DatabaseOrTransaction } from "../../platform/database/database.ts";
import { nameKeyOf } from "../variants/size-names.ts";
import { correctStock, countStock } from "./count-stock.ts";
import { type DeliveredUnits, packOf, receiveUnits } from "./delivered-units.ts";
import { lifeText } from "./lot-life.ts";
import { LOW_STOCK } from "./low-stock.ts";
import { findLot, type Lot, type LotRule } from "./manage-lots.ts";
import { findSize, listStock, readLots, readMovements, type SizeStock } from "./read-stock.ts";

/** @param seesCosts whether the reader may see costs */
export function listed(
  { sku, title, label, onHand, reserved, withheld, onSale, costPaise, costedUnits }: SizeStock,
  seesCosts: boolean,
): ListedStock {
  const available = onHand - reserved;
  return {
    sku,
    title,
    size: label,
    onHand,
    reserved,
    available,
    withheld,
    cost: seesCosts ? toRupees(costPaise) : null,
    uncosted: seesCosts ? Math.max(0, onHand + withheld - costedUnits) : null,
    isLow: onSale && available <= LOW_STOCK,
  };
}

export function lotOf({ lifeKind, lifeMonth, ...lot }: Lot): StockLot {
  return {
    number: lot.number,
    onHand: lot.onHand,
    withheld: lot.withheld,
    manufacturedOn: lot.manufacturedOn,
    life: lifeKind && lifeMonth ? lifeText({ kind: lifeKind, month: lifeMonth }) : null,
    lastGoodDay: lot.lastGoodDay,
    isWithheld: lot.isWithheld,
    recalledAt: lot.recalledAt?.toISOString() ?? null,
  };
}

/** @throws ApiError (404) */
export async function readSizePage(db: DatabaseOrTransaction, sku: string, seesCosts = false): Promise<SizePage> {
  const size = await findSize(db, sku);
  const lots = await readLots(db, size.variantId);
  return { ...listed(size, seesCosts), product: size.slug, lots: lots.map(lotOf) };
}

/** Lists the ledger of a size, newest first. @throws ApiError (404) */
export async function listMovementsOf(
  db: Database,
  sku: string,
  { before, max }: { before: number | undefined; max: number },
): Promise<{ movements: StockMovement[]; hasMore: boolean }> {
  const { variantId } = await findSize(db, sku);
  const rows = await readMovements(db, variantId, max + 1, before);
  return {
    movements: rows.slice(0, max).map(({ id, at, kind, quantity, reason, author, orderNumber }) => ({
      _id: String(id),
      at: at.toISOString(),
      kind,
      quantity,
      reason,
      author,
      order: orderNumber,
    })),
    hasMore: rows.length > max,
  };
}

/** Reads every matching size, in batches. */
export async function* readAllStock(
  db: Database,
  filter: { onlyLow: boolean; q?: string | undefined },
  seesCosts: boolean,
): AsyncGenerator<ListedStock> {
  const max = 500;
  for (let after: string | undefined; ; ) {
    const sizes = await listStock(db, { ...filter, after, max });
    for (const size of sizes) yield listed(size, seesCosts);
    if (sizes.length < max) return;
    after = sizes.at(-1)?.sku;
  }
}

type Delivery = DeliveredUnits & { reason?: string | undefined };

/** Adds delivered units, of a lot if one is named. @throws ApiError (404), (409) if the lot is known with other dates, (422) */
export const receiveBy = (
  db: Database,
  sku: string,
  delivery: Delivery,
  { actor, rule }: { actor: Actor; rule: LotRule },
): Promise<SizePage> => db.transaction((trx) => receiveIn(trx, sku, delivery, { actor, rule }));

/** Does the same in a transaction that changes more. */
export async function receiveIn(
  trx: DatabaseOrTransaction,
  sku: string,
  { reason = "", ...delivered }: Delivery,
  { actor, rule }: { actor: Actor; rule: LotRule },
): Promise<SizePage> {
  const { lot, ...pack } = packOf(delivered, rule.today);
  const now = new Date();
  const { variantId, onHand } = await findSize(trx, sku);
  await receiveUnits(trx, { variantId, lot, ...pack, reason, author: actor.name }, { ...rule, now });
  const page = await readSizePage(trx, sku);
  const subject = { type: "stock" as const, id: sku };
  const after = { onHand: page.onHand, received: pack.quantity, ...(lot && { lot }), ...(reason && { reason }) };
  await recordAudit(trx, actor, { action: "stock.received", subject, before: { onHand }, after }, now);
  return page;
}

/** Adds or removes units. @throws ApiError as `correctStock` */
export function adjustBy(
  db: Database,
  sku: string,
  { difference, lot, reason }: { difference: number; lot?: string | undefined; reason: string },
  { actor, rule }: { actor: Actor; rule: LotRule },
): Promise<SizePage> {
  return db.transaction(async (trx) => {
    const { variantId, onHand } = await findSize(trx, sku);
    await correctStock(trx, { variantId, lot, difference, reason, author: actor.name }, rule);
    const page = await readSizePage(trx, sku);
    const subject = { type: "stock" as const, id: sku };
    const after = { onHand: page.onHand, difference, reason, ...(lot && { lot }) };
    const before = { onHand };
    await recordAudit(trx, actor, { action: "stock.adjusted", subject, before, after }, new Date());
    return page;
  });
}

interface Count {
  sku: string;
  /** The number of the lot that was counted; without it, all units of the size were. */
  lot?: string | undefined;
  counted: number;
  /** The units on hand that the member was shown. */
  expected?: number | undefined;
}

/**
 * Sets counted units, of all sizes or of none.
 * @returns each size with the expected units
 * @throws ApiError (409) naming a size whose units have changed since `expected` was shown, or which differs without it, or which unpaid
 * orders reserve; (404), (422)
 */
export function countBy(
  db: Database,
  { preview, reason, counts }: { preview: boolean; reason: string; counts: readonly Count[] },
  { actor, rule }: { actor: Actor; rule: LotRule },
): Promise<CountedSize[]> {
  if (new Set(counts.map(({ sku }) => nameKeyOf(sku))).size < counts.length)
    throw ApiError.ofField("counts", "Please count each size once.");
  return db.transaction(async (trx) => {
    const sizes = await Promise.all(counts.map(async (count) => ({ ...count, size: await findSize(trx, count.sku) })));
    // Everywhere stock is locked in the order of ids.
    sizes.sort((one, other) => one.size.variantId - other.size.variantId);
    const counted: CountedSize[] = [];
    for (const { sku, lot, counted: units, expected: shown, size } of sizes) {
      const { title, label, variantId } = size;
      let expected = lot === undefined ? size.onHand : await unitsOfLot(trx, variantId, lot);
      if (!preview) {
        const correction = { variantId, lot, counted: units, expected: shown, reason, author: actor.name };
        expected = units - (await countStock(trx, correction, rule).catch((error) => ofCount(error, sku)));
        if (units !== expected)
          await recordAudit(
            trx,
            actor,
            {
              action: "stock.counted",
              subject: { type: "stock" as const, id: sku },
              before: { onHand: expected },
              after: { onHand: units, reason, ...(lot && { lot }) },
            },
            new Date(),
          );
      }
      counted.push({ sku, title, size: label, expected, counted: units });
    }
    return counted.sort((one, other) => (one.sku < other.sku ? -1 : 1));
  });
}

async function unitsOfLot(trx: DatabaseOrTransaction, variantId: number, number: string): Promise<number> {
  const { onHand, withheld } = await findLot(trx, variantId, number);
  return onHand + withheld;
}

/** Names the size in an error of its count. */
function ofCount(error: unknown, sku: string): never {
  if (!(error instanceof ApiError) || error.errors?.[0]?.field !== "expected") throw error;
  throw ApiError.ofField("counts", `${sku}: ${error.errors[0].message}`, error.code);
}
