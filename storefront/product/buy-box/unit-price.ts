import type { Product } from "../../../contract/catalogue/schemas.ts";
import { formatIndianNumber } from "../../shared/numbers.ts";

/**
 * Returns the price of a millilitre, gram or piece, of more than a thousand that of a litre or kilogram (rule 6(11) of the Legal Metrology
 * (Packaged Commodities) Rules), in rupees and rounded to paise; null for a single piece.
 */
export function unitPrice(
  price: number,
  { value, unit }: Product["netQuantity"],
): { rupees: number; unit: string } | null {
  if (value <= 0 || (unit === "pieces" && value === 1)) return null;
  const large = value > 1000 && LARGE[unit];
  const [count, name] = large ? [value / 1000, large] : [value, unit === "pieces" ? "piece" : unit];
  return { rupees: Math.round((price / count) * 100) / 100, unit: name };
}

/** The units of a thousand. */
const LARGE: Partial<Record<Product["netQuantity"]["unit"], string>> = { ml: "litre", g: "kg" };

/** Formats "50 ml" or "1 piece". */
export function netQuantityText({ value, unit }: Product["netQuantity"]): string {
  return unit === "pieces" && value === 1 ? "1 piece" : `${formatIndianNumber(value)} ${unit}`;
}
