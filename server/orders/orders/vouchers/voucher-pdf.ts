/** Draws a receipt or refund voucher as PDF, on one page. */

import { formatDay } from "../../../../contract/dates.ts";
import { formatAmount, paise } from "../../../base/money.ts";
import { createSheet, PAGE, RIGHT, type Sheet, TEXT_STYLES } from "../../../platform/pdf/sheet.ts";
import { drawTable, type Table } from "../../../platform/pdf/table.ts";
import { BOTTOM, drawFoot, drawHead, drawParty, drawStatements, HALF } from "../invoice/paper.ts";
import { taxesOf } from "../invoice/taxes.ts";
import type { Voucher } from "./voucher.ts";

/** @param vouchers at least one */
export function drawVouchers(vouchers: readonly Voucher[]): Promise<Buffer> {
  const [first] = vouchers;
  const sheet = createSheet({
    title: vouchers.length === 1 ? `${first?.title} ${first?.number}` : "Vouchers",
    author: first?.seller.name ?? "",
    date: first?.date ?? new Date(),
  });
  for (const voucher of vouchers) drawOnto(sheet, voucher);
  return sheet.finish();
}

function drawOnto(sheet: Sheet, voucher: Voucher): void {
  const { kind, title, seller, number, receipt, recipient } = voucher;
  sheet.begin((page, pages) => drawFoot(sheet, seller, number, { page, pages }));
  let y = drawHead(sheet, {
    seller,
    title,
    number,
    mark: "",
    facts: [
      ["Voucher number", number],
      ["Voucher date", formatDay(voucher.date)],
      ...(receipt
        ? ([
            ["Receipt voucher", receipt.number],
            ["Receipt voucher date", formatDay(receipt.at)],
          ] as const)
        : []),
      ["Order ID", voucher.orderNumber],
      ["Order date", formatDay(voucher.orderedAt)],
      ["Place of supply", voucher.placeOfSupply],
      ["Tax payable on reverse charge", "No"],
    ],
  });
  const label = kind === "receipt" ? "Received from" : "Refunded to";
  y = drawParty(sheet, label, recipient, { x: PAGE.margin, y: y + 16, width: HALF }, recipient.contact);
  y = drawTable(sheet, tableOf(voucher), y + 16, {
    bottom: BOTTOM,
    nextPage: () => {
      sheet.addPage();
      return PAGE.margin;
    },
  });
  const total = `${kind === "receipt" ? "Advance received" : "Refunded"} ₹${formatAmount(voucher.amountPaise)}`;
  sheet.flushRight(total, { x: PAGE.margin, y: y + 8, width: RIGHT - PAGE.margin - 4 }, TEXT_STYLES.total);
  drawStatements(sheet, voucher.statements, voucher.note, y + 36);
}

function tableOf(voucher: Voucher): Table<Voucher> {
  return {
    lines: [voucher],
    title: ({ description }) => description,
    details: ({ goods }) => goods,
    columns: [
      { head: ["GST"], width: 40, cell: () => "0%" },
      ...taxesOf(voucher).map(({ name }) => ({ head: [name], width: 56, cell: () => formatAmount(paise(0)) })),
      { head: ["Amount (₹)"], width: 76, cell: ({ amountPaise }) => formatAmount(amountPaise) },
    ],
  };
}
