/**
 * The content of a delivery challan (rule 55 of the CGST rules): what a parcel holds that no invoice travels with. A further parcel of one
 * invoice carries goods that are supplied, so it states their tax (rule 55(5)); a replacement and a gift are no supplies and state none.
 */

import { type Paise, paise, sumPaise } from "../../../base/money.ts";
import type { ChallanReason, orderItem, Seller } from "../../../platform/database/schema.ts";
import { creditOf } from "../../../selling/pricing/credit.ts";
import { type IncludedTax, totalOf } from "../../../selling/pricing/tax.ts";
import type { LineUnits } from "../invoice/credit-notes.ts";
import { type InvoiceContent, type Party, printedSeller, shipToOf, withStateCode } from "../invoice/invoice.ts";
import { itemName } from "../item-name.ts";
import type { OrderRow } from "../order-row.ts";

export interface ChallanLine extends IncludedTax {
  title: string;
  sku: string;
  hsn: string;
  quantity: number;
  /** Null for goods that are not supplied. */
  gstPercent: number | null;
  totalPaise: Paise;
}

/** What is stored of a challan: all particulars but its number and date. */
export interface ChallanContent {
  title: string;
  orderNumber: string;
  /** The invoice of the goods, or of those that they replace. */
  invoice: { number: string; at: Date } | null;
  /** The seller; its state includes the GST state code. */
  seller: Seller;
  consignee: Party;
  placeOfSupply: string;
  withinState: boolean;
  stateTax: InvoiceContent["stateTax"];
  courier: string;
  awb: string;
  /** Empty without one. */
  ewayBill: string;
  /** Why the goods travel with a challan, in a sentence. */
  reason: string;
  lines: readonly ChallanLine[];
  total: IncludedTax & { quantity: number; totalPaise: Paise };
  note: string;
}

export interface Challan extends ChallanContent {
  number: string;
  date: Date;
}

const REASONS: Readonly<Record<ChallanReason, string>> = {
  replacement: "Replacement of returned goods, free of charge. Not a supply: the tax of the invoice stays.",
  further_parcel: "Further parcel of the goods of the invoice, whose copy travels with it.",
  gift: "Given away free of charge. Not a supply.",
};

export interface ChallanParcel {
  reason: ChallanReason;
  courier: string;
  awb: string;
  ewayBill: string;
  units: readonly LineUnits[];
}

/** @param items of the order */
export function composeChallan(
  order: OrderRow,
  items: readonly (typeof orderItem.$inferSelect)[],
  { reason, units, ...parcel }: ChallanParcel,
  { withinState, stateTax }: Pick<InvoiceContent, "withinState" | "stateTax">,
): ChallanContent {
  const isSupply = reason === "further_parcel";
  const lines = units.flatMap(({ position, quantity }) => {
    const item = items.find((one) => one.position === position);
    return item && quantity > 0 ? [lineOf(item, quantity, isSupply)] : [];
  });
  const sum = (part: keyof IncludedTax) => sumPaise(lines.map((line) => line[part]));
  return {
    title: "Delivery Challan",
    orderNumber: order.number,
    invoice:
      order.invoiceNumber !== null && order.invoicedAt !== null
        ? { number: order.invoiceNumber, at: order.invoicedAt }
        : null,
    seller: printedSeller(order.seller),
    consignee: shipToOf(order),
    placeOfSupply: withStateCode(order.shippingAddress.state),
    withinState,
    stateTax,
    ...parcel,
    reason: REASONS[reason],
    lines,
    total: {
      quantity: lines.reduce((all, { quantity }) => all + quantity, 0),
      taxablePaise: sum("taxablePaise"),
      cgstPaise: sum("cgstPaise"),
      sgstPaise: sum("sgstPaise"),
      igstPaise: sum("igstPaise"),
      totalPaise: sumPaise(lines.map(({ totalPaise }) => totalPaise)),
    },
    note: isSupply ? "The values are included in the invoice." : "The value is stated for the transport alone.",
  };
}

function lineOf(item: typeof orderItem.$inferSelect, quantity: number, isSupply: boolean): ChallanLine {
  const whole = { ...item, quantity: Math.max(item.quantity, quantity) };
  const share = creditOf(whole, quantity);
  const taxes = isSupply ? share : { ...share, cgstPaise: paise(0), sgstPaise: paise(0), igstPaise: paise(0) };
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = taxes;
  return {
    title: itemName(item),
    sku: item.sku,
    hsn: item.hsn,
    quantity,
    gstPercent: isSupply ? item.gstPercent : null,
    ...{ taxablePaise, cgstPaise, sgstPaise, igstPaise },
    totalPaise: totalOf(taxes),
  };
}
