/**
 * Money is whole paise on the server. Rupees exist only in the contract, in files that people edit and in texts; they are converted here.
 */

declare const unit: unique symbol;
/** A whole number of paise; ₹1 is 100 of them. */
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

/** Rounds to the nearest paisa, since 0.29 × 100 is not exactly 29. Accepts any number that a request can contain. */
export const toPaise = (rupees: number): Paise => Math.round(rupees * 100) as Paise;

export const toRupees = (amount: Paise): number => amount / 100;

const whole = new Intl.NumberFormat("en-IN");
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** ₹1,23,456.50, or ₹1,23,456 without paise. */
export function formatRupees(amount: Paise): string {
  return `₹${(amount % 100 === 0 ? whole : exact).format(toRupees(amount))}`;
}

/** 1,23,456.00: for a table's columns, whose heading names the currency. */
export function formatAmount(amount: Paise): string {
  return exact.format(toRupees(amount));
}
