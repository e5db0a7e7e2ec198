const INDIAN_TIME_MS = 5.5 * 60 * 60_000;

/** India's financial year of a date, April to March: "26-27". */
export function financialYearOf(moment: Date): string {
  const there = new Date(moment.getTime() + INDIAN_TIME_MS);
  const begins = there.getUTCMonth() >= 3 ? there.getUTCFullYear() : there.getUTCFullYear() - 1;
  const twoDigits = (year: number) => String(year % 100).padStart(2, "0");
  return `${twoDigits(begins)}-${twoDigits(begins + 1)}`;
}
