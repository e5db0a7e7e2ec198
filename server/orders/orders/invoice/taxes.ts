import type { Paise } from "../../../base/money.ts";

/** The tax in an amount: CGST and SGST within a state, IGST between states. */
export interface TaxParts {
  taxablePaise: Paise;
  cgstPaise: Paise;
  sgstPaise: Paise;
  igstPaise: Paise;
}

/** The taxes of an invoice by name. */
export function taxesOf({
  withinState,
  stateTax,
}: {
  withinState: boolean;
  stateTax: string;
}): { name: string; of: (parts: TaxParts) => Paise }[] {
  return withinState
    ? [
        { name: "CGST", of: ({ cgstPaise }) => cgstPaise },
        { name: stateTax, of: ({ sgstPaise }) => sgstPaise },
      ]
    : [{ name: "IGST", of: ({ igstPaise }) => igstPaise }];
}
