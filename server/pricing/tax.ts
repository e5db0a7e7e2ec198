/** GST as prices in India hold it: the price includes the tax. All amounts are paise. */

export interface IncludedTax {
  /** What is left of the amount without tax. */
  taxablePaise: number;
  /** The centre's and the state's halves, always the same; 0 between two states. */
  cgstPaise: number;
  sgstPaise: number;
  /** 0 within one state. */
  igstPaise: number;
}

/**
 * Parts an amount into what is taxed and the tax in it; the parts always add up to it. The tax is rounded to the paisa, within a state to
 * an even number of them, since both halves are the same.
 * @param amountPaise tax included
 * @param gstPercent such as 18
 */
export function taxWithin(
  amountPaise: number,
  { gstPercent, withinState }: { gstPercent: number; withinState: boolean },
): IncludedTax {
  if (withinState) {
    const half = Math.round((amountPaise * gstPercent) / (100 + gstPercent) / 2);
    return { taxablePaise: amountPaise - 2 * half, cgstPaise: half, sgstPaise: half, igstPaise: 0 };
  }
  const tax = Math.round((amountPaise * gstPercent) / (100 + gstPercent));
  return { taxablePaise: amountPaise - tax, cgstPaise: 0, sgstPaise: 0, igstPaise: tax };
}
