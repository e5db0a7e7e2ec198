import type { Product } from "../../contract/catalogue/schemas.ts";
import { formatIndianNumber } from "../shared/numbers.ts";

/** Formats "50 ml" or "1 piece". */
export function netQuantityText({ value, unit }: Product["netQuantity"]): string {
  return unit === "pieces" && value === 1 ? "1 piece" : `${formatIndianNumber(value)} ${unit}`;
}
