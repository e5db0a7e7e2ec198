import { shareOfUnits } from "../../contract/orders/share.ts";
import { type Paise, paise } from "../money.ts";
import type { IncludedTax } from "./tax.ts";

/** What is left of an order item: the units that are not credited yet, with their amounts. */
export interface Creditable extends IncludedTax {
  quantity: number;
  /** Their share of shipping and fees, included in the other amounts. */
  shippingPaise: Paise;
}

/**
 * The amounts of some of the remaining units. The total is the units' share, rounded down to the paisa, so that the last unit gets the
 * rounding difference; the tax is the share of the stored tax. Credits of all units, however they are split, add up to the item's amounts.
 * @param quantity from 1 to the remaining units
 */
export function creditOf(left: Creditable, quantity: number): IncludedTax & { shippingPaise: Paise } {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > left.quantity)
    throw new Error(`${quantity} of ${left.quantity} units cannot be credited`);
  const share = (amount: number) => shareOfUnits(amount, quantity, left.quantity);
  const total = share(left.taxablePaise + left.cgstPaise + left.sgstPaise + left.igstPaise);
  const shippingPaise = paise(Math.min(share(left.shippingPaise), total));
  const igst = taxOf(left.igstPaise, 1);
  const half = taxOf(left.cgstPaise, 2);
  return {
    taxablePaise: paise(total - igst - 2 * half),
    cgstPaise: paise(half),
    sgstPaise: paise(half),
    igstPaise: paise(igst),
    shippingPaise,
  };

  /** Rounds the share of a tax so that the taxable value is at most what is left of it. @param parts how often the tax is due: CGST is equal to SGST */
  function taxOf(tax: number, parts: 1 | 2): number {
    if (tax === 0) return 0;
    const rounded = Math.round((tax * quantity) / left.quantity);
    const min = Math.max(0, Math.ceil((total - left.taxablePaise) / parts));
    const max = Math.min(tax, Math.floor(total / parts));
    return Math.min(Math.max(rounded, min), max);
  }
}
