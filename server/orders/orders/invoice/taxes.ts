import type { Paise } from "../../../base/money.ts";

/** The tax in an amount: CGST and SGST within a state, IGST between states. */
export interface TaxParts {
  taxablePaise: Paise;
  cgstPaise: Paise;
  sgstPaise: Paise;
  igstPaise: Paise;
}

/** The taxes of an invoice by name, with their part of its rate of GST. */
export function taxesOf({
  withinState,
  stateTax,
}: {
  withinState: boolean;
  stateTax: string;
}): { name: string; part: number; of: (parts: TaxParts) => Paise }[] {
  return withinState
    ? [
        { name: "CGST", part: 0.5, of: ({ cgstPaise }) => cgstPaise },
        { name: stateTax, part: 0.5, of: ({ sgstPaise }) => sgstPaise },
      ]
    : [{ name: "IGST", part: 1, of: ({ igstPaise }) => igstPaise }];
}
