import { type Box, COLORS, type Sheet } from "../../platform/pdf/sheet.ts";
import { code128 } from "./code-128.ts";

/** The empty modules that a scanner needs before and after the bars. */
const QUIET_ZONE = 10;

/** Draws a text as a barcode that fills the box's width, quiet zones included. @param height of the bars, in points */
export function drawBarcode(sheet: Sheet, text: string, { x, y, width }: Box, height: number): void {
  const widths = code128(text);
  const modules = widths.reduce((sum, one) => sum + one, 2 * QUIET_ZONE);
  const unit = width / modules;
  let at = x + QUIET_ZONE * unit;
  widths.forEach((one, index) => {
    if (index % 2 === 0) sheet.fill({ x: at, y, width: one * unit }, height, COLORS.ink);
    at += one * unit;
  });
}
