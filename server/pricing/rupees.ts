/** Amounts of paise as they are written in India. */

const whole = new Intl.NumberFormat("en-IN");
const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** For reading: ₹1,23,456.50; without paise where there are none. */
export function rupees(paise: number): string {
  return `₹${(paise % 100 === 0 ? whole : exact).format(paise / 100)}`;
}

/** For columns: 1,23,456.00. */
export function formatRupees(paise: number): string {
  return exact.format(paise / 100);
}
