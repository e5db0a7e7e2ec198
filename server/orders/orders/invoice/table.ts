import { formatAmount, type Paise, paise } from "../../../base/money.ts";
import type { Column, Table } from "../../../platform/pdf/table.ts";
import type { Invoice, InvoiceLine } from "./invoice.ts";
import { taxesOf } from "./taxes.ts";

/** The table of an invoice's items. */
export const tableOf = (invoice: Invoice): Table<InvoiceLine> => ({
  lines: invoice.lines,
  title: ({ title }, at) => `${at + 1}. ${title}`,
  details: ({ sku, lots }) => [`SKU ${sku}`, ...lots.map((lot) => `Lot ${lot}`)],
  columns: columnsOf(invoice),
});

function columnsOf(invoice: Invoice): Column<InvoiceLine>[] {
  const { total } = invoice;
  const chargesPaise = paise(total.shippingPaise + total.feesPaise);
  const column = (
    head: readonly string[],
    width: number,
    cell: (line: InvoiceLine) => string,
    sum?: string,
  ): Column<InvoiceLine> => ({ head, width, cell, sum: sum ?? "" });
  return [
    column(["HSN"], 45, ({ hsn }) => hsn),
    // The unit's code in GST returns: pieces.
    column(["Qty", "PCS"], 25, ({ quantity }) => String(quantity), String(total.quantity)),
    column(["Unit price", "incl. GST"], 51, ({ unitPaise }) => formatAmount(unitPaise)),
    column(["Discount"], 46, ({ discountPaise }) => dashed(discountPaise), dashed(total.discountPaise)),
    ...(chargesPaise > 0
      ? [
          column(
            ["Shipping", ...(total.feesPaise > 0 || invoice.credit ? ["and fees"] : [])],
            43,
            ({ shippingPaise }) => dashed(shippingPaise),
            formatAmount(chargesPaise),
          ),
        ]
      : []),
    column(
      ["Taxable", "value"],
      53,
      ({ taxablePaise }) => formatAmount(taxablePaise),
      formatAmount(total.taxablePaise),
    ),
    column(["GST"], 28, ({ gstPercent }) => `${gstPercent}%`),
    ...taxesOf(invoice).map(({ name, of }) =>
      column([name], 46, (line) => formatAmount(of(line)), formatAmount(of(total))),
    ),
    column(["Total (₹)"], 56, ({ totalPaise }) => formatAmount(totalPaise), formatAmount(total.totalPaise)),
  ];
}

const dashed = (paise: Paise) => (paise === 0 ? "–" : formatAmount(paise));
