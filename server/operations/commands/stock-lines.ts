/** Formats stock for the command `stock`. */

import { formatCalendarDay, formatDateTime } from "../../../contract/dates.ts";
import { itemName } from "../../orders/orders/item-name.ts";
import { lotText } from "../../selling/stock/lot-life.ts";
import type { Lot } from "../../selling/stock/manage-lots.ts";
import type { readMovements, SizeStock } from "../../selling/stock/read-stock.ts";

export function stockLine({ sku, onHand, reserved, withheld, ...size }: SizeStock): string {
  const parts = [
    ...(reserved > 0 ? [`${onHand} on hand`, `${reserved} reserved`] : []),
    ...(withheld > 0 ? [`${withheld} withheld`] : []),
  ];
  return `${sku.padEnd(24)}  ${String(onHand - reserved).padStart(6)} available  ${itemName(size)}${parts.length > 0 ? ` (${parts.join(", ")})` : ""}`;
}

export function lotLine({ onHand, withheld, manufacturedOn, lastGoodDay, recalledAt, ...lot }: Lot): string {
  return [
    `Lot ${lotText(lot)}: ${onHand} on hand`,
    ...(withheld > 0 ? [`${withheld} withheld`] : []),
    ...(recalledAt ? ["recalled"] : []),
    ...(manufacturedOn ? [`made ${formatCalendarDay(manufacturedOn)}`] : []),
    ...(lastGoodDay ? [`good until ${formatCalendarDay(lastGoodDay)}`] : []),
  ].join(", ");
}

export function movementLine({
  kind,
  quantity,
  reason,
  at,
  orderNumber,
}: Awaited<ReturnType<typeof readMovements>>[number]): string {
  const why = [orderNumber, reason].filter(Boolean).join(", ");
  return `${formatDateTime(at).padEnd(27)}  ${kind.padEnd(11)}  ${String(quantity).padStart(6)}  ${why}`.trimEnd();
}
