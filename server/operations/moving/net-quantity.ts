/** Finds the net quantity in the words of a size or a title. Pure. */

import type { NET_QUANTITY_UNITS } from "../../../contract/catalogue/schemas.ts";

export interface NetQuantity {
  quantity: number;
  unit: (typeof NET_QUANTITY_UNITS)[number];
}

const UNITS: readonly { words: string; unit: NetQuantity["unit"]; factor: number }[] = [
  { words: "ml|mls|millilitres?|milliliters?", unit: "ml", factor: 1 },
  { words: "l|ltr|ltrs|litres?|liters?", unit: "ml", factor: 1000 },
  { words: "g|gm|gms|gr|grams?|grammes?", unit: "g", factor: 1 },
  { words: "kg|kgs|kilo|kilos|kilograms?", unit: "g", factor: 1000 },
  { words: "pcs?|pieces?|nos|units?|sticks?|cones?|sachets?|sheets?|tablets?|wipes?", unit: "pieces", factor: 1 },
];
const PATTERNS = UNITS.map(({ words, ...rest }) => ({
  ...rest,
  pattern: new RegExp(String.raw`(?<![\d.,/-])(\d{1,6}(?:[.,]\d{1,3})?)[ \u00a0-]?(?:${words})(?![\p{L}\d])`, "giu"),
}));
const PACK = /(?<!\p{L})(?:pack|set|box|combo|bundle|kit) of (\d{1,3})(?!\d)/giu;
/** Two packs of 50 ml are neither 2 nor 50. */
const TIMES = /\d\s*[x×*]\s*\d|\d\s*(?:ml|g|gm|l|kg)\s*[x×*]|[x×*]\s*\d|\+/iu;

/**
 * Reads "50 ml", "50ML", "0.5 l", "100 gm", "1.7 fl oz (50 ml)", "Pack of 3". Nothing is guessed: two measures, a product of numbers, or
 * part of a millilitre give null.
 */
export function readNetQuantity(text: string): NetQuantity | null {
  if (!/\d/.test(text) || TIMES.test(text)) return null;
  const found = PATTERNS.flatMap(({ pattern, unit, factor }) =>
    [...text.matchAll(pattern)].map(([, number = ""]) => ({
      unit,
      quantity: Math.round(Number(number.replace(",", ".")) * factor * 1000) / 1000,
    })),
  );
  const packs = [...text.matchAll(PACK)].map(([, number]) => ({ unit: "pieces" as const, quantity: Number(number) }));
  const all = [...found, ...packs];
  const [first] = all;
  if (!first || all.some(({ unit, quantity }) => unit !== first.unit || quantity !== first.quantity)) return null;
  return Number.isInteger(first.quantity) && first.quantity > 0 ? first : null;
}
