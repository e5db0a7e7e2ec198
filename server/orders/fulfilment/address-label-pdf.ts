/** Draws address labels of 4 × 6 inches, one per page, as label printers take them. */

import { COLORS, createSheet, TEXT_STYLES, type TextStyle } from "../../platform/pdf/sheet.ts";
import { NO_PHONE } from "../orders/receiver.ts";
import type { AddressLabel } from "./address-label.ts";
import { drawBarcode } from "./barcode.ts";

const SIZE = { width: 288, height: 432 };
const MARGIN = 14;
const WIDTH = SIZE.width - 2 * MARGIN;
const NAME: TextStyle = { style: "strong", size: 14, color: COLORS.ink };
const ADDRESS: TextStyle = { style: "regular", size: 12, color: COLORS.ink };
const PINCODE: TextStyle = { style: "strong", size: 22, color: COLORS.ink };
const PAYMENT: TextStyle = { style: "strong", size: 15, color: COLORS.ink };

/** @param labels at least one */
export function drawLabels(labels: readonly AddressLabel[]): Promise<Buffer> {
  const [first] = labels;
  const title = labels.length === 1 ? `Address label ${first?.orderNumber}` : "Address labels";
  const sheet = createSheet({ title, author: first?.from[0] ?? "", date: first?.orderedAt ?? new Date(), size: SIZE });
  const box = (y: number) => ({ x: MARGIN, y, width: WIDTH });
  const heading = (text: string, y: number) => sheet.within("H1", () => sheet.lines([text], box(y), TEXT_STYLES.label));
  for (const { orderNumber, from, name, address, place, pincode, mobile, payment, courier, code } of labels) {
    sheet.begin();
    let y = MARGIN;
    sheet.lines([payment], box(y), PAYMENT);
    sheet.flushRight(orderNumber, box(y + 4), TEXT_STYLES.strong);
    y += 26;
    sheet.rule(y, { x: MARGIN, width: WIDTH, color: COLORS.ink });
    y = heading("DELIVER TO", y + 8) + 2;
    y = sheet.paragraph(name, box(y), NAME);
    // At most six lines, so that the barcode fits.
    y = sheet.lines(sheet.linesOf(address, WIDTH, ADDRESS).slice(0, 6), box(y), ADDRESS);
    y = sheet.paragraph(place, box(y), ADDRESS);
    y = sheet.lines([pincode], box(y + 2), PINCODE);
    if (mobile) sheet.lines([`Phone ${mobile}`], box(y), ADDRESS);
    else sheet.lines([NO_PHONE.toUpperCase()], box(y), PAYMENT);
    const bars = SIZE.height - 150;
    sheet.rule(bars - 10, { x: MARGIN, width: WIDTH, color: COLORS.ink });
    drawBarcode(sheet, code, box(bars), 54);
    sheet.lines([[courier, code].filter(Boolean).join(" ")], box(bars + 58), NAME);
    sheet.rule(bars + 82, { x: MARGIN, width: WIDTH });
    const back = heading("IF UNDELIVERED, RETURN TO", bars + 88);
    sheet.lines(sheet.linesOf(from.join(", "), WIDTH, TEXT_STYLES.small).slice(0, 3), box(back + 1), TEXT_STYLES.small);
  }
  return sheet.finish();
}
