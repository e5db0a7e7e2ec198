/** Computes the GST included in a price, as usual in India. */

import { type Paise, paise, sumPaise } from "../../base/money.ts";

export interface IncludedTax {
  taxablePaise: Paise;
  /** The central half of GST, equal to the state's half; both are 0 between states. */
  cgstPaise: Paise;
  sgstPaise: Paise;
  /** 0 within a state. */
  igstPaise: Paise;
}

/**
 * Splits an amount that includes tax into its taxable value and the tax. The tax is rounded to the paisa, within a state to an even number
 * of paise, because both halves are equal.
 * @param gstPercent such as 18
 */
export function taxWithin(
  amountPaise: Paise,
  { gstPercent, withinState }: { gstPercent: number; withinState: boolean },
): IncludedTax {
  if (withinState) {
    const half = paise(Math.round((amountPaise * gstPercent) / (100 + gstPercent) / 2));
    return { taxablePaise: paise(amountPaise - 2 * half), cgstPaise: half, sgstPaise: half, igstPaise: paise(0) };
  }
  const tax = paise(Math.round((amountPaise * gstPercent) / (100 + gstPercent)));
  return { taxablePaise: paise(amountPaise - tax), cgstPaise: paise(0), sgstPaise: paise(0), igstPaise: tax };
}

/** Sums the parts of an amount, including tax. */
export const totalOf = ({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: IncludedTax): Paise =>
  sumPaise([taxablePaise, cgstPaise, sgstPaise, igstPaise]);
