const IST_OFFSET_MS = 5.5 * 60 * 60_000;

/** Returns the year in which a date's financial year begins. */
function startYearOf(date: Date): number {
  const inIndia = new Date(date.getTime() + IST_OFFSET_MS);
  return inIndia.getUTCMonth() >= 3 ? inIndia.getUTCFullYear() : inIndia.getUTCFullYear() - 1;
}

/** Returns the Indian financial year of a date, April to March: "26-27". */
export function financialYearOf(date: Date): string {
  const startYear = startYearOf(date);
  const twoDigits = (year: number) => String(year % 100).padStart(2, "0");
  return `${twoDigits(startYear)}-${twoDigits(startYear + 1)}`;
}

/**
 * Whether a credit note comes too late to lower the tax of its invoice: after 30 November following the invoice's financial year (section
 * 34(2) of the CGST Act). The annual return, if it is filed before, ends the time earlier; the shop does not know of it.
 */
export const isTooLateToCredit = (invoicedAt: Date, creditedAt: Date): boolean =>
  creditedAt.getTime() + IST_OFFSET_MS >= Date.UTC(startYearOf(invoicedAt) + 1, 11, 1);
