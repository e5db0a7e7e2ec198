import type { Product } from "../../../contract/catalogue/schemas.ts";
import { formatIndianNumber } from "../../shared/numbers.ts";

/** Returns the price of a millilitre, gram or piece, in rupees and rounded to paise; null for a single piece. */
export function unitPrice(
  price: number,
  { value, unit }: Product["netQuantity"],
): { rupees: number; unit: string } | null {
  if (value <= 0 || (unit === "pieces" && value === 1)) return null;
  return { rupees: Math.round((price / value) * 100) / 100, unit: unit === "pieces" ? "piece" : unit };
}

/** Formats "50 ml" or "1 piece". */
export function netQuantityText({ value, unit }: Product["netQuantity"]): string {
  return unit === "pieces" && value === 1 ? "1 piece" : `${formatIndianNumber(value)} ${unit}`;
}
