/** Cells of other shops' exports. Pure. */

/** Trims a cell and removes the apostrophe that guards a number or a formula from spreadsheets. */
export const cleanCell = (cell: string | undefined): string => (cell ?? "").trim().replace(/^'(?=[=+\-@\d])/, "");

export const isTrue = (cell: string): boolean => /^(true|yes|1)$/i.test(cell);
export const isFalse = (cell: string): boolean => /^(false|no|0)$/i.test(cell);

/** Whether a number has lost its digits in a spreadsheet: 8.90E+12. */
export const isRounded = (cell: string): boolean => /^\d+([.,]\d+)?E\+?\d+$/i.test(cell);

/** Splits at commas that no backslash escapes. */
export const splitList = (cell: string): string[] =>
  (cell.match(/(?:\\.|[^,\\])+/g) ?? []).map((entry) => entry.replace(/\\([,\\])/g, "$1").trim()).filter(Boolean);

/** Reads 12.5 and 12,5; NaN for anything else. */
export const decimal = (cell: string): number =>
  /^\d{1,9}([.,]\d{1,4})?$/.test(cell) ? Number(cell.replace(",", ".")) : Number.NaN;

const GRAMS = { g: 1, kg: 1000, lbs: 453.592, oz: 28.3495 } as const;
const MILLIMETRES = { mm: 1, cm: 10, m: 1000, in: 25.4, yd: 914.4 } as const;

/** Converts a measure whose unit its heading names, as "Weight (kg)" does. @returns whole grams or millimetres, or "" */
function measureIn(cell: string, heading: string, units: typeof GRAMS | typeof MILLIMETRES): string {
  const [, unit = ""] = /\((\w+)\)\s*$/.exec(heading.toLowerCase()) ?? [];
  const factor = (units as Record<string, number>)[unit] ?? 1;
  const value = Math.round(decimal(cell) * factor);
  return value > 0 ? String(value) : "";
}
export const gramsIn = (cell: string, heading: string): string => measureIn(cell, heading, GRAMS);
export const millimetresIn = (cell: string, heading: string): string => measureIn(cell, heading, MILLIMETRES);

const SHORTCODE = /\[(\/?)([a-z][\w-]*)((?:\s[^[\]]*)?)\]/gi;

/** Undoes what WooCommerce's export does to a text, and removes WordPress's shortcodes, whose content stays. */
export function plainWordPress(cell: string): string {
  const text = cell.replaceAll("\\n", "\n");
  const closed = new Set(
    [...text.matchAll(SHORTCODE)].flatMap(([, slash, name]) => (slash ? [name?.toLowerCase()] : [])),
  );
  return text.replace(SHORTCODE, (whole, _slash: string, name: string, rest: string) =>
    closed.has(name.toLowerCase()) || rest.includes("=") ? "" : whole,
  );
}
