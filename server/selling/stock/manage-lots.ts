/** Staff's changes of lots, and which lots are sold. */

import { and, eq, isNull, notExists, sql } from "drizzle-orm";
import { formatCalendarDay } from "../../../contract/dates.ts";
import { ApiError } from "../../base/errors.ts";
import type { DatabaseOrTransaction } from "../../platform/database/database.ts";
import { lot, lotAllocation, stock } from "../../platform/database/schema.ts";
import { addJob } from "../../platform/jobs/add-job.ts";
import { isSaleable, type LotLife, lastGoodDay, lotText } from "./lot-life.ts";
import { oneVariant } from "./lot-units.ts";
import { move } from "./movements.ts";
import { addMissingRows, lockVariants } from "./stock.ts";

export type Lot = typeof lot.$inferSelect;

/** The rule for when a lot is no longer sold. */
export interface LotRule {
  /** The date in India. */
  today: string;
  /** The owner's minimum of days that a lot must remain good. */
  minDays: number;
}

export interface Delivery {
  variantId: number;
  /** The lot's number. */
  number: string;
  manufacturedOn: string | null;
  life: LotLife | null;
  /** Number of units, at least 1. */
  quantity: number;
  /** The reason in the ledger; by default the lot's number. */
  reason?: string;
  /** The member of staff who receives the units. */
  author?: string;
}

/**
 * Adds delivered units of a new or known lot.
 * @throws ApiError (409) if the lot is known with another date
 */
export async function receiveLot(
  trx: DatabaseOrTransaction,
  { variantId, number, manufacturedOn, life, quantity, reason, author = "" }: Delivery,
  { now, ...rule }: LotRule & { now: Date },
): Promise<Lot> {
  await addMissingRows(trx, sql`(${oneVariant(variantId, 0)})`);
  await lockVariants(trx, sql`${variantId}`);
  await trx
    .insert(lot)
    .values({
      variantId,
      number,
      manufacturedOn,
      ...(life && { lifeKind: life.kind, lifeMonth: life.month, lastGoodDay: lastGoodDay(life) }),
      receivedAt: now,
    })
    .onConflictDoNothing();
  const known = await findLot(trx, variantId, number);
  if (
    known.manufacturedOn !== manufacturedOn ||
    known.lifeKind !== (life?.kind ?? null) ||
    known.lifeMonth !== (life?.month ?? null)
  )
    throw new ApiError("conflict", `Lot ${lotText(known)} is known with other dates. Please compare it with the pack.`);
  await setUnits(trx, known, { onHand: known.onHand + quantity, withheld: known.withheld });
  await move(trx, "received", oneVariant(variantId, quantity), {
    lotId: known.id,
    reason: reason || `Lot ${number}`,
    author,
  });
  // Only shops with lots need this job.
  await addJob(trx, "withhold_lots", {}, { key: "withhold_lots" });
  return reviewLot(trx, known.id, rule);
}

/**
 * Withholds a lot whose life is too short or that is recalled, or releases it for sale again. Units that unpaid orders reserve stay
 * available to them.
 * Locks the stock of its variant.
 */
export async function reviewLot(trx: DatabaseOrTransaction, lotId: number, { today, minDays }: LotRule): Promise<Lot> {
  await lockVariants(trx, sql`select variant_id from lot where id = ${lotId}`);
  const [found] = await trx
    .select({ lot, available: sql<number>`${stock.onHand} - ${stock.reserved}` })
    .from(lot)
    .innerJoin(stock, eq(stock.variantId, lot.variantId))
    .where(eq(lot.id, lotId));
  if (!found) throw new Error(`there is no lot ${lotId} of a variant with stock`);
  const { lot: before, available } = found;
  const isWithheld = !isSaleable(before, today, minDays);
  const moved = isWithheld ? -Math.min(before.onHand, available) : before.withheld;
  if (moved === 0 && isWithheld === before.isWithheld) return before;
  const changed = await setUnits(trx, before, {
    onHand: before.onHand + moved,
    withheld: before.withheld - moved,
    isWithheld,
  });
  if (moved !== 0)
    await move(trx, isWithheld ? "withheld" : "restored", oneVariant(before.variantId, Math.abs(moved)), {
      lotId,
      reason: reasonOf(before, isWithheld),
    });
  return changed;
}

function reasonOf({ number, recalledAt, lastGoodDay: last }: Lot, isWithheld: boolean): string {
  if (!isWithheld) return `Lot ${number} is sold again`;
  return recalledAt ? `Lot ${number} is recalled` : `Lot ${number} is good until ${last && formatCalendarDay(last)}`;
}

/**
 * Changes the units of a lot. Missing units are first taken from the withheld ones.
 * @param difference not 0
 * @throws ApiError (409) if fewer units are left, or unpaid orders reserve them
 */
export async function adjustLot(
  trx: DatabaseOrTransaction,
  lotId: number,
  { difference, reason, author = "" }: { difference: number; reason: string; author?: string },
  rule: LotRule,
): Promise<Lot> {
  const before = await reviewLot(trx, lotId, rule);
  const { onHand, withheld, variantId } = before;
  const fromWithheld = Math.min(withheld, Math.max(0, -difference));
  const left = onHand + fromWithheld + difference;
  if (left < 0) throw new ApiError("conflict", `Lot ${before.number} has only ${onHand + withheld} units.`);
  await requireUnreserved(trx, variantId, -difference - fromWithheld);
  await setUnits(trx, before, { onHand: left, withheld: withheld - fromWithheld });
  if (fromWithheld > 0) await move(trx, "restored", oneVariant(variantId, fromWithheld), { lotId, reason });
  await move(trx, "adjusted", oneVariant(variantId, difference), { lotId, reason, author });
  return reviewLot(trx, lotId, rule);
}

/** @throws ApiError (409) if unpaid orders reserve more than would be left of a variant whose stock is locked */
export async function requireUnreserved(trx: DatabaseOrTransaction, variantId: number, fewer: number): Promise<void> {
  const [row] = await trx.select().from(stock).where(eq(stock.variantId, variantId));
  const { onHand = 0, reserved = 0 } = row ?? {};
  if (onHand - reserved < fewer)
    throw new ApiError(
      "conflict",
      `${onHand} units are on hand, and unpaid orders reserve ${reserved} of them. Please try again when they are paid or have expired.`,
    );
}

/** @throws ApiError (404) */
export async function findLot(trx: DatabaseOrTransaction, variantId: number, number: string): Promise<Lot> {
  const [found] = await trx
    .select()
    .from(lot)
    .where(and(eq(lot.variantId, variantId), eq(lot.number, number)));
  if (!found) throw ApiError.ofField("lot", `There is no lot ${number} of this size.`, "not_found");
  return found;
}

/** Deletes a lot that a mistake has made: no units of it are left, and none were sold. */
export async function deleteUnusedLot(trx: DatabaseOrTransaction, variantId: number, number: string): Promise<void> {
  await trx
    .delete(lot)
    .where(
      and(
        eq(lot.variantId, variantId),
        eq(lot.number, number),
        eq(lot.onHand, 0),
        eq(lot.withheld, 0),
        isNull(lot.recalledAt),
        notExists(trx.select({ one: sql`1` }).from(lotAllocation).where(eq(lotAllocation.lotId, lot.id))),
      ),
    );
}

async function setUnits(
  trx: DatabaseOrTransaction,
  { id }: Lot,
  units: Pick<Lot, "onHand" | "withheld"> & Partial<Pick<Lot, "isWithheld">>,
): Promise<Lot> {
  const [changed] = await trx.update(lot).set(units).where(eq(lot.id, id)).returning();
  if (!changed) throw new Error(`there is no lot ${id}`);
  return changed;
}
