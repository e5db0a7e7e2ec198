import { isNumberOf } from "../../contract/orders/order-number.ts";

/**
 * Reads pasted AWBs. Rows of a spreadsheet that name their order are matched by it, and their last other cell is the AWB; a column of AWBs alone
 * belongs to the orders from one on, in their sequence.
 * @param numbers the orders that are shown
 * @param from the position of the field into which it was pasted
 * @returns AWBs by order number; null for what is pasted as any text: a single AWB, or rows that name none of these orders
 */
export function pastedAwbs(text: string, numbers: readonly string[], from: number): Record<string, string> | null {
  const rows = text
    .split(/[\r\n]+/)
    .map((line) => line.split("\t").map((cell) => cell.trim()))
    .filter((cells) => cells.some(Boolean));
  const named = rows.flatMap((cells): [string, string][] => {
    const shown = (cell: string) => numbers.find((number) => isNumberOf(number, cell));
    const at = cells.findIndex(shown);
    const number = shown(cells[at] ?? "");
    const awb = cells.findLast((cell, index) => index !== at && cell !== "");
    return number === undefined || awb === undefined ? [] : [[number, awb]];
  });
  if (named.length > 0) return Object.fromEntries(named);
  const column = rows.map(([awb = "", ...more]) => (more.some(Boolean) ? "" : awb));
  if (column.length < 2 || column.includes("")) return null;
  return Object.fromEntries(numbers.slice(from, from + column.length).map((number, at) => [number, column[at] ?? ""]));
}
