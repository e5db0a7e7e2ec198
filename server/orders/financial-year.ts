const IST_OFFSET_MS = 5.5 * 60 * 60_000;

/** Returns the Indian financial year of a date, April to March: "26-27". */
export function financialYearOf(date: Date): string {
  const inIndia = new Date(date.getTime() + IST_OFFSET_MS);
  const startYear = inIndia.getUTCMonth() >= 3 ? inIndia.getUTCFullYear() : inIndia.getUTCFullYear() - 1;
  const twoDigits = (year: number) => String(year % 100).padStart(2, "0");
  return `${twoDigits(startYear)}-${twoDigits(startYear + 1)}`;
}
