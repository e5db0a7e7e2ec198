/**
 * What the GST portal knows: the rates of goods by day, and the HSN codes. Rates and codes outside of these tables are warned of where they
 * are typed and before a return is filed, and never refused: a later notification may add them before this program learns of it.
 */

import type { ShopSettings } from "../../platform/config/config.ts";

/** The rates for goods in whole percent, with the first and last day of each in India. */
const RATES: readonly { percent: number; from?: string; to?: string }[] = [
  // Nil-rated and exempt: notification 2/2017, since 22 September 2025 notification 10/2025 (central tax, rate).
  { percent: 0 },
  // Gold, silver, jewellery, imitation jewellery. Schedule V of notification 1/2017, now schedule IV of 9/2025 (central tax, rate).
  // 0.25 and 1.5 % are for diamonds and other stones; rates here are whole percents.
  { percent: 3 },
  { percent: 5 },
  // Notification 1/2017; not in 9/2025 of 17 September 2025. (Bricks have 12 % in a scheme of their own.)
  { percent: 12, to: "2025-09-21" },
  { percent: 18 },
  // After September 2025 for tobacco alone; schedule VII is omitted by notification 19/2025 of 31 December 2025.
  { percent: 28, to: "2026-01-31" },
  // Schedule III of notification 9/2025: what is called luxury, and since February 2026 tobacco.
  { percent: 40, from: "2025-09-22" },
];

const isInForce = ({ from = "", to = "9999" }: (typeof RATES)[number], day: string) => from <= day && day <= to;

/** @param day in India @returns why there is no such rate on that day; null if there is */
export function rateProblem(percent: number, day: string): string | null {
  const inForce = RATES.filter((rate) => isInForce(rate, day));
  if (inForce.some((rate) => rate.percent === percent)) return null;
  const ended = RATES.find((rate) => rate.percent === percent);
  const list = inForce.map((rate) => rate.percent).join(", ");
  if (ended?.to && ended.to < day) return `GST of ${percent} % ended on ${ended.to}; the rates are ${list} %.`;
  return `GST has no rate of ${percent} %; the rates are ${list} %.`;
}

/**
 * The subheadings of perfumes, cosmetics and soap: chapters 33 and 34 of the Harmonized System 2022 of the World Customs Organization, which
 * India's tariff follows since 1 January 2022. Its items of eight digits begin with these.
 */
const SUBHEADINGS: Readonly<Record<string, readonly string[]>> = {
  // Essential oils.
  "3301": ["12", "13", "19", "24", "25", "29", "30", "90"],
  // Mixtures of odoriferous substances for industry.
  "3302": ["10", "90"],
  // Perfumes and toilet waters.
  "3303": ["00"],
  // Make-up and skin care; lips, eyes, nails, powders, other.
  "3304": ["10", "20", "30", "91", "99"],
  // Hair: shampoo, waving, lacquers, other.
  "3305": ["10", "20", "30", "90"],
  // Mouth and teeth.
  "3306": ["10", "20", "90"],
  // Shaving, deodorants, bath, agarbatti and other room perfumes, other.
  "3307": ["10", "20", "30", "41", "49", "90"],
  // Soap and washes for the skin.
  "3401": ["11", "19", "20", "30"],
  // Detergents.
  "3402": ["31", "39", "41", "42", "49", "50", "90"],
  "3403": ["11", "19", "91", "99"],
  "3404": ["20", "90"],
  // Polishes.
  "3405": ["10", "20", "30", "40", "90"],
  // Candles.
  "3406": ["00"],
  "3407": ["00"],
};

/** Digits that invoices need: 4 up to ₹5 crore of turnover in the year before, 6 above (notification 78/2020, central tax). */
export type HsnDigits = 4 | 6;
export const hsnDigitsOf = (settings: Pick<ShopSettings, "TURNOVER_ABOVE_5_CRORE">): HsnDigits =>
  settings.TURNOVER_ABOVE_5_CRORE ? 6 : 4;

/**
 * @param minDigits by the seller's turnover
 * @returns why the portal will not take an HSN code; null if nothing is known against it
 */
export function hsnProblem(hsn: string, minDigits: HsnDigits): string | null {
  if (!/^(\d{4}|\d{6}|\d{8})$/.test(hsn)) return `“${hsn}” is not an HSN of 4, 6 or 8 digits.`;
  const [chapter, heading, subheading] = [Number(hsn.slice(0, 2)), hsn.slice(0, 4), hsn.slice(4, 6)];
  if (chapter === 0 || chapter === 77 || heading.endsWith("00")) return `There is no HSN ${hsn}.`;
  if (chapter > 97) return `HSN ${hsn} is not for goods: chapters 98 and 99 are for imports and services.`;
  if (chapter === 33 || chapter === 34) {
    const known = SUBHEADINGS[heading];
    if (!known) return `There is no HSN ${hsn}: chapter ${chapter} has no heading ${heading}.`;
    if (subheading !== "" && !known.includes(subheading))
      return `There is no HSN ${hsn}: heading ${heading} has no subheading ${heading}${subheading}.`;
  }
  if (hsn.length < minDigits) return `HSN ${hsn} has ${hsn.length} digits; your turnover needs ${minDigits}.`;
  return null;
}
