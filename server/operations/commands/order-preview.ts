import { formatRupees } from "../../base/money.ts";
import type { MoneyEffect } from "../../orders/orders/money-effect.ts";

/** Formats what an order action would credit and refund, for the option `--preview`. */
export function previewLines({ creditLines, creditedPaise, refundsPaise, reasons }: MoneyEffect): string[] {
  return [
    "Preview: nothing is stored.",
    ...creditLines.map(
      ({ name, quantity, totalPaise, ...line }) =>
        `Credit note  ${quantity === 0 ? name : `${quantity} × ${name}`}, taxable ${formatRupees(line.taxablePaise)}, CGST ${formatRupees(line.cgstPaise)}, SGST ${formatRupees(line.sgstPaise)}, IGST ${formatRupees(line.igstPaise)}: ${formatRupees(totalPaise)}`,
    ),
    creditLines.length === 0 ? "No credit note" : `Credit note  total ${formatRupees(creditedPaise)}`,
    ...refundsPaise.map((amountPaise) => `Refund       ${formatRupees(amountPaise)}`),
    ...(refundsPaise.length === 0 ? ["No refund"] : []),
    ...(reasons ? [`To the customer: ${reasons}`] : []),
  ];
}
