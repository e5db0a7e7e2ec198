/** SKUs that a spreadsheet has changed by itself. Pure. */

const NUMBER = /^\d+(\.\d+)?(E\+?\d+)?$/i;
const ROUNDED = /^\d(\.\d+)?E\+\d+$/i;
const MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const DATE = new RegExp(`^(\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}|\\d{1,2}[-/. ](${MONTHS})[a-z]*([-/. ]\\d{2,4})?)$`, "i");
/** What spreadsheets take for a date: 1-2, 3/11, MAR1, 12-SEP. */
const LIKE_A_DATE = new RegExp(
  `^(\\d{1,2}[-/.]\\d{1,4}([-/.]\\d{1,4})?|(${MONTHS})[a-z]*[-/. ]?\\d{1,4}|\\d{1,2}[-/. ]?(${MONTHS})[a-z]*)$`,
  "i",
);

/** Whether a SKU is a number in a form in which only a spreadsheet writes it, such as 1.23E+18: its digits are lost. */
const isRounded = (sku: string): boolean => ROUNDED.test(sku.trim());

/** Whether a SKU is what a spreadsheet makes of a stored one: 00123 becomes 123, 12E5 1200000, 1-2 02/01/2026. */
export function isDamaged(stored: string, sku: string): boolean {
  const [before, after] = [stored.trim(), sku.trim()];
  if (before === after) return false;
  if (isRounded(after)) return true;
  if (NUMBER.test(before) && NUMBER.test(after) && Number(before) === Number(after)) return true;
  return LIKE_A_DATE.test(before) && DATE.test(after);
}
