import type { Product } from "./schemas.ts";

type NetQuantity = Product["netQuantity"];

/**
 * Returns the price of a millilitre, gram or piece, of more than a thousand that of a litre or kilogram (rule 6(11) of the Legal Metrology
 * (Packaged Commodities) Rules), in rupees and rounded to paise; null for a single piece.
 */
export function unitPrice(
  price: number,
  { value, unit }: NetQuantity,
): { rupees: number; unit: string /** How many of the net quantity's unit that is. */; of: number } | null {
  if (value <= 0 || (unit === "pieces" && value === 1)) return null;
  const large = value > 1000 && LARGE[unit];
  const of = large ? 1000 : 1;
  return {
    rupees: Math.round((price / (value / of)) * 100) / 100,
    unit: large || (unit === "pieces" ? "piece" : unit),
    of,
  };
}

/** The units of a thousand. */
const LARGE: Partial<Record<NetQuantity["unit"], string>> = { ml: "litre", g: "kg" };
