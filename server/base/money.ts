/**
 * Money is whole paise on the server. Rupees occur only in the contract, in files that people edit and in texts; all conversions are here.
 */

declare const unit: unique symbol;
/** A whole number of paise, of which ₹1 has 100. */
export type Paise = number & { readonly [unit]: "paise" };

/**
 * Marks the result of a calculation as paise.
 * @throws Error for a fraction, or a number too large to be exact
 */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new Error(`${amount} is not a whole number of paise`);
  return amount as Paise;
}

export function sumPaise(amounts: readonly Paise[]): Paise {
  return paise(amounts.reduce<number>((sum, amount) => sum + amount, 0));
}

/** Converts rupees to paise. Rounds, since 0.29 × 100 is not exactly 29. Accepts any number that a request can contain. */
export const toPaise = (rupees: number): Paise => Math.round(rupees * 100) as Paise;

export const toRupees = (amount: Paise): number => amount / 100;

/** Converts a sum of paise as the database returns it, a text if it may be large, to rupees. */
export const sumInRupees = (sum: string | number): number => toRupees(paise(Number(sum)));

const whole = new Intl.NumberFormat("en-IN");
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** The largest amount that a column holds. */
export const MAX_PAISE = 2_147_483_647 as Paise;

/** Formats ₹1,23,456.50, or ₹1,23,456 without paise. */
export function formatRupees(amount: Paise): string {
  return `₹${(amount % 100 === 0 ? whole : exact).format(toRupees(amount))}`;
}

/** Formats 1,23,456.00, for table columns whose heading names the currency. */
export function formatAmount(amount: Paise): string {
  return exact.format(toRupees(amount));
}

/** Formats 1234.50, for spreadsheets. */
export const plainRupees = (amount: Paise): string => toRupees(amount).toFixed(2);
