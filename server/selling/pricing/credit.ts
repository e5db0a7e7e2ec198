import { shareOfUnits } from "../../../contract/orders/share.ts";
import { type Paise, paise } from "../../base/money.ts";
import { type IncludedTax, totalOf } from "./tax.ts";

/** What is left of an order item: the units that are not credited yet, with their amounts. */
export interface Creditable extends IncludedTax {
  quantity: number;
  /** Their share of shipping and fees, included in the other amounts. */
  shippingPaise: Paise;
}

/**
 * Computes the amounts of some of the remaining units. The total is the units' share, rounded down to the paisa, so that the last unit gets
 * the rounding difference; the tax is the share of the stored tax. Credits of all units, however they are split, add up to the item's
 * amounts.
 * @param quantity from 1 to the remaining units
 */
export function creditOf(left: Creditable, quantity: number): IncludedTax & { shippingPaise: Paise } {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > left.quantity)
    throw new Error(`${quantity} of ${left.quantity} units cannot be credited`);
  const share = (amount: number) => shareOfUnits(amount, quantity, left.quantity);
  const total = divisible(left, share(totalOf(left)));
  const shippingPaise = paise(Math.min(share(left.shippingPaise), total));
  return { ...taxesOf(left, total, quantity / left.quantity), shippingPaise };
}

/**
 * Computes the amounts for a part of what remains of an item's share of shipping and fees; the tax is its share of the stored tax.
 * @param amountPaise at most that share
 */
export function creditOfShipping(left: Creditable, amountPaise: Paise): IncludedTax & { shippingPaise: Paise } {
  if (amountPaise < 0 || amountPaise > left.shippingPaise)
    throw new Error(`${amountPaise} of ${left.shippingPaise} paise of shipping cannot be credited`);
  return creditOfAmount(left, amountPaise, amountPaise);
}

/**
 * Computes the amounts for any part of what remains of an item; the tax is its share of the stored tax.
 * @param amountPaise at most what remains, and `creditable`
 * @param shippingPaise which part of it is shipping and fees
 */
export function creditOfAmount(
  left: Creditable,
  amountPaise: Paise,
  shippingPaise: Paise,
): IncludedTax & { shippingPaise: Paise } {
  const total = totalOf(left);
  if (amountPaise < 0 || amountPaise > total) throw new Error(`${amountPaise} of ${total} paise cannot be credited`);
  return { ...taxesOf(left, amountPaise, total === 0 ? 0 : amountPaise / total), shippingPaise };
}

/** Returns the largest amount up to this one that can be credited: all that remains, or one that leaves CGST equal to SGST. */
export const creditable = (left: Creditable, amountPaise: Paise): Paise =>
  amountPaise === totalOf(left) ? amountPaise : paise(divisible(left, amountPaise));

/** Takes a paisa off an odd amount if no taxable value is left to pair it: CGST and SGST are equal. The last unit gets it. */
const divisible = (left: IncludedTax, total: number): number =>
  left.taxablePaise === 0 && left.cgstPaise > 0 ? total - (total % 2) : total;

/** Splits an amount into taxable value and taxes. @param part the fraction of the stored taxes that belongs to it */
function taxesOf(left: Creditable, total: number, part: number): IncludedTax {
  const igst = taxOf(left.igstPaise, 1);
  const half = taxOf(left.cgstPaise, 2);
  return {
    taxablePaise: paise(total - igst - 2 * half),
    cgstPaise: paise(half),
    sgstPaise: paise(half),
    igstPaise: paise(igst),
  };

  /** Rounds the share of a tax so that the taxable value is at most what is left of it. @param parts how often the tax is due: CGST is equal to SGST */
  function taxOf(tax: number, parts: 1 | 2): number {
    if (tax === 0) return 0;
    const rounded = Math.round(tax * part);
    const min = Math.max(0, Math.ceil((total - left.taxablePaise) / parts));
    const max = Math.min(tax, Math.floor(total / parts));
    return Math.min(Math.max(rounded, min), max);
  }
}
