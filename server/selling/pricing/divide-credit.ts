/** Divides the amount of a credit note among the items of an order. */

import { type Paise, paise, sumPaise } from "../../base/money.ts";
import { allocate } from "./allocate.ts";
import { type Creditable, creditable, creditOf, creditOfAmount } from "./credit.ts";
import { type IncludedTax, totalOf } from "./tax.ts";

/** An item of an order: what is left of it, and how many of its units are credited now. */
export interface CreditedUnits extends Creditable {
  position: number;
  /** From 0 to the units that are left. */
  credited: number;
}

export type DividedCredit = IncludedTax & { position: number; quantity: number; shippingPaise: Paise };

/**
 * Divides an amount among the credited units in proportion to what was paid for them. What is retained of it stays on their items. An
 * amount above what was paid for them, such as shipping that became cheaper for the rest, or what was retained when other units were
 * credited, is taken from items without units, then from all.
 * @param totalPaise from 0 to what is left of all items
 * @param shippingPaise which part of it is shipping and fees, as far as the credited items have that much
 * @returns the lines of credited units, and of amounts without units
 */
export function divideCredit(
  items: readonly CreditedUnits[],
  { totalPaise, shippingPaise }: { totalPaise: Paise; shippingPaise: Paise },
): DividedCredit[] {
  const left = items.map((item) => totalOf(item));
  const amounts = amountsOf(items, left, totalPaise);
  const shipping = shippingOf(items, left, amounts, shippingPaise);
  return items.flatMap((item, at) => {
    const { position, credited: quantity } = item;
    const amount = amounts[at] ?? paise(0);
    if (quantity === 0 && amount === 0) return [];
    return [{ position, quantity, ...creditOfAmount(item, amount, shipping[at] ?? paise(0)) }];
  });
}

function amountsOf(items: readonly CreditedUnits[], left: readonly Paise[], totalPaise: Paise): Paise[] {
  const amounts = items.map(() => paise(0));
  const rest = () => paise(totalPaise - sumPaise(amounts));
  /** Adds what is missing, in proportion to what each may have more, and never more than that. */
  const add = (maxima: readonly number[]) => {
    const capacity = maxima.map((max, at) => Math.max(0, max - (amounts[at] ?? 0)));
    const capacities = capacity.reduce((sum, one) => sum + one, 0);
    if (capacities === 0 || rest() === 0) return;
    for (const [at, share] of allocate(paise(Math.min(rest(), capacities)), capacity).entries()) {
      const item = items[at];
      if (item) amounts[at] = creditable(item, paise((amounts[at] ?? 0) + share));
    }
  };
  add(items.map((item) => (item.credited === 0 ? 0 : totalOf(creditOf(item, item.credited)))));
  add(items.map((item, at) => (item.credited === item.quantity ? (left[at] ?? 0) : 0)));
  add(left);
  // What could not be divided into equal halves of tax, a paisa each, goes where it can.
  for (const [at, item] of items.entries())
    if (rest() > 0) amounts[at] = creditable(item, paise(Math.min(left[at] ?? 0, (amounts[at] ?? 0) + rest())));
  return amounts;
}

/** Divides shipping among the amounts, so that no item retains more of it than is left of the item. */
function shippingOf(
  items: readonly CreditedUnits[],
  left: readonly Paise[],
  amounts: readonly Paise[],
  shippingPaise: Paise,
): Paise[] {
  const min = items.map((item, at) => Math.max(0, item.shippingPaise - ((left[at] ?? 0) - (amounts[at] ?? 0))));
  const more = items.map((item, at) => Math.min(item.shippingPaise, amounts[at] ?? 0) - (min[at] ?? 0));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  const wanted = paise(Math.max(0, Math.min(sum(more), shippingPaise - sum(min))));
  const shares = wanted === 0 ? more.map(() => 0) : allocate(wanted, more);
  return min.map((one, at) => paise(one + (shares[at] ?? 0)));
}
