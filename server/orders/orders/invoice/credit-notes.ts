/** Credit notes of an order. Functions that write require a locked order. */

import { type AnyColumn, and, asc, eq, gt, max, type SQL, sql } from "drizzle-orm";
import { ApiError } from "../../../base/errors.ts";
import { formatRupees, type Paise, paise, sumPaise } from "../../../base/money.ts";
import type { DatabaseOrTransaction } from "../../../platform/database/database.ts";
import { creditNote, creditNoteLine, orderItem } from "../../../platform/database/schema.ts";
import type { RemovalItem } from "../../../selling/offers/price-removal.ts";
import { allocate } from "../../../selling/pricing/allocate.ts";
import { creditOfShipping } from "../../../selling/pricing/credit.ts";
import { totalOf } from "../../../selling/pricing/tax.ts";
import { itemName } from "../item-name.ts";
import type { CreditLine } from "./document-numbers.ts";

/** Units of an order item, which its position identifies. */
export interface LineUnits {
  position: number;
  quantity: number;
}

/** An order item with the units and amounts that are not credited yet. */
export interface CreditableItem extends RemovalItem {
  /** The item's name with its size. */
  name: string;
  /** What remains of its total. */
  totalPaise: Paise;
}

/** A credit note that is about to be issued. */
export interface PreparedCreditNote {
  orderId: number;
  position: number;
  lines: readonly CreditLine[];
  totalPaise: Paise;
  /** Why it credits less than was paid for its units, as sentences for the customer. */
  reasons?: readonly string[];
}

/** Reads the items of an order, by position, with the units and amounts that are not credited yet. Free samples cannot be credited. */
export async function readCreditable(db: DatabaseOrTransaction, orderId: number): Promise<CreditableItem[]> {
  const credited = db
    .select({
      position: creditNoteLine.position,
      taxable: sql<number>`sum(${creditNoteLine.taxablePaise})`.as("taxable"),
      cgst: sql<number>`sum(${creditNoteLine.cgstPaise})`.as("cgst"),
      sgst: sql<number>`sum(${creditNoteLine.sgstPaise})`.as("sgst"),
      igst: sql<number>`sum(${creditNoteLine.igstPaise})`.as("igst"),
      shipping: sql<number>`sum(${creditNoteLine.shippingPaise})`.as("shipping"),
    })
    .from(creditNoteLine)
    .where(eq(creditNoteLine.orderId, orderId))
    .groupBy(creditNoteLine.position)
    .as("credited");
  const left = (whole: AnyColumn, part: SQL.Aliased) => sql<Paise>`(${whole} - coalesce(${part}, 0))::int`;
  const rows = await db
    .select({
      position: orderItem.position,
      productId: orderItem.productId,
      variantId: orderItem.variantId,
      title: orderItem.title,
      label: orderItem.label,
      pricePaise: orderItem.pricePaise,
      originalPricePaise: orderItem.originalPricePaise,
      gstPercent: orderItem.gstPercent,
      quantity: sql<number>`${orderItem.quantity} - ${orderItem.creditedQuantity}`,
      taxablePaise: left(orderItem.taxablePaise, credited.taxable),
      cgstPaise: left(orderItem.cgstPaise, credited.cgst),
      sgstPaise: left(orderItem.sgstPaise, credited.sgst),
      igstPaise: left(orderItem.igstPaise, credited.igst),
      shippingPaise: left(orderItem.shippingPaise, credited.shipping),
    })
    .from(orderItem)
    .leftJoin(credited, eq(credited.position, orderItem.position))
    .where(and(eq(orderItem.orderId, orderId), gt(orderItem.pricePaise, paise(0))))
    .orderBy(asc(orderItem.position));
  return rows.map(({ title, label, ...row }) => ({
    ...row,
    name: itemName({ title, label }),
    totalPaise: totalOf(row),
  }));
}

/** Lists everything that is left of an order as a credit note would: its units, and what was retained when others were credited. */
export async function listRemaining(
  db: DatabaseOrTransaction,
  orderId: number,
): Promise<Pick<PreparedCreditNote, "lines" | "totalPaise">> {
  const left = (await readCreditable(db, orderId)).filter(({ quantity, totalPaise }) => quantity > 0 || totalPaise > 0);
  const lines = left.map(
    ({ position, quantity, taxablePaise, cgstPaise, sgstPaise, igstPaise, shippingPaise }): CreditLine => ({
      position,
      quantity,
      taxablePaise,
      cgstPaise,
      sgstPaise,
      igstPaise,
      shippingPaise,
    }),
  );
  return { lines, totalPaise: sumPaise(lines.map(totalOf)) };
}

/**
 * Prepares a credit note for shipping and fees only, without units.
 * @throws ApiError (422) if less than this remains of them
 */
export async function prepareShippingCredit(
  trx: DatabaseOrTransaction,
  orderId: number,
  amountPaise: Paise,
): Promise<PreparedCreditNote> {
  const items = await readCreditable(trx, orderId);
  const leftPaise = shippingLeftOf(items);
  if (amountPaise > leftPaise)
    throw ApiError.ofField("amount", `Only ${formatRupees(leftPaise)} of its shipping and fees are left.`);
  const shares = allocate(
    amountPaise,
    items.map(({ shippingPaise }) => shippingPaise),
  );
  const lines = items.flatMap((item, at) => {
    const share = shares[at] ?? paise(0);
    return share === 0 ? [] : [{ position: item.position, quantity: 0, ...creditOfShipping(item, share) }];
  });
  return { orderId, position: await nextPosition(trx, orderId), lines, totalPaise: amountPaise };
}

/** Sums what remains of an order's shipping and fees. */
export const shippingLeftOf = (items: readonly CreditableItem[]): Paise =>
  sumPaise(items.map(({ shippingPaise }) => shippingPaise));

/** Returns the position of an order's next credit note. */
export async function nextPosition(trx: DatabaseOrTransaction, orderId: number): Promise<number> {
  const [last] = await trx
    .select({ position: max(creditNote.position) })
    .from(creditNote)
    .where(eq(creditNote.orderId, orderId));
  return (last?.position ?? 0) + 1;
}

/**
 * Validates chosen units and returns them.
 * @param field of the request that has them
 * @throws ApiError (422)
 */
export function chosen(
  items: readonly CreditableItem[],
  units: readonly LineUnits[],
  field = "lines",
): readonly LineUnits[] {
  if (units.length === 0) throw ApiError.ofField(field, "Please choose at least one item.");
  for (const [at, { position, quantity }] of units.entries()) {
    const item = items.find((one) => one.position === position);
    if (!item) throw ApiError.ofField(`${field}.${at}.position`, "This item isn’t part of the order.");
    if (units.findIndex((one) => one.position === position) !== at)
      throw ApiError.ofField(`${field}.${at}.position`, `${item.name} is listed twice.`);
    if (quantity < 1 || quantity > item.quantity)
      throw ApiError.ofField(
        `${field}.${at}.quantity`,
        item.quantity === 0
          ? `${item.name} has already been cancelled or returned.`
          : `Please choose 1 to ${item.quantity} of ${item.name}.`,
      );
  }
  return units;
}

/** Whether these units are all that remain of an order. */
export const isEverything = (items: readonly CreditableItem[], units: readonly LineUnits[]): boolean =>
  items.every(({ position, quantity }) => quantity === (units.find((one) => one.position === position)?.quantity ?? 0));

/** Reads the credit notes of an order, oldest first. */
export async function readCreditNotes(
  db: DatabaseOrTransaction,
  orderId: number,
): Promise<{ position: number; number: string; issuedAt: Date; totalPaise: Paise }[]> {
  return db
    .select({
      position: creditNote.position,
      number: creditNote.number,
      issuedAt: creditNote.issuedAt,
      totalPaise: sql<Paise>`coalesce(sum(${creditNoteLine.taxablePaise} + ${creditNoteLine.cgstPaise}
        + ${creditNoteLine.sgstPaise} + ${creditNoteLine.igstPaise}), 0)::int`,
    })
    .from(creditNote)
    .leftJoin(creditNoteLine, eq(creditNoteLine.creditNoteId, creditNote.id))
    .where(eq(creditNote.orderId, orderId))
    .groupBy(creditNote.id)
    .orderBy(asc(creditNote.position));
}
