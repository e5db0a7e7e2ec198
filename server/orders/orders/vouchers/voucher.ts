/**
 * The content of a receipt voucher (rule 50 of the CGST rules), for what is paid before its supply is invoiced, and of a refund voucher
 * (rule 51), for what of it goes back without a supply. No tax is due on an advance for goods (notification 66/2017, Central Tax), so both
 * state the rate 0.
 */

import { paidWith } from "../../../../contract/checkout/payment-messages.ts";
import type { Paise } from "../../../base/money.ts";
import type { orderItem, Seller } from "../../../platform/database/schema.ts";
import type { PaidPayment } from "../../payment-records/payments.ts";
import { amountInWords } from "../invoice/amount-in-words.ts";
import {
  billToOf,
  type InvoiceContent,
  type Party,
  printedSeller,
  taxKindOf,
  withStateCode,
} from "../invoice/invoice.ts";
import { itemName } from "../item-name.ts";
import type { OrderRow } from "../order-row.ts";

const VOUCHER_KINDS = ["receipt", "refund"] as const;
export type VoucherKind = (typeof VOUCHER_KINDS)[number];

/** What is stored of a voucher: all particulars and words but its number and date. */
export interface VoucherContent {
  kind: VoucherKind;
  title: string;
  orderNumber: string;
  orderedAt: Date;
  seller: Seller;
  recipient: Party & { contact: readonly string[] };
  placeOfSupply: string;
  withinState: boolean;
  stateTax: InvoiceContent["stateTax"];
  /** What the amount is for. */
  description: string;
  /** The goods, such as "2 × Attar, 50 ml (HSN 33030090)". */
  goods: readonly string[];
  amountPaise: Paise;
  /** The receipt voucher of what is refunded. */
  receipt: { number: string; at: Date } | null;
  statements: readonly { label: string; text: string }[];
  note: string;
}

export interface Voucher extends VoucherContent {
  number: string;
  date: Date;
}

/** So many goods fit on the page. */
const MAX_LINES = 30;

type Items = readonly (typeof orderItem.$inferSelect)[];

/** @param payment that was received before the invoice */
export function composeReceipt(order: OrderRow, items: Items, payment: PaidPayment): VoucherContent {
  const { amountPaise } = payment;
  const supplied = items.filter(({ pricePaise }) => pricePaise > 0);
  return {
    kind: "receipt",
    title: "Receipt Voucher",
    orderNumber: order.number,
    orderedAt: order.createdAt,
    seller: printedSeller(order.seller),
    recipient: billToOf(order),
    placeOfSupply: withStateCode(order.shippingAddress.state),
    ...taxKindOf(order, items),
    description: `Advance for the goods of order ${order.number}`,
    goods: [
      ...supplied.slice(0, MAX_LINES).map((item) => `${item.quantity} × ${itemName(item)} (HSN ${item.hsn})`),
      ...(supplied.length > MAX_LINES ? [`and ${supplied.length - MAX_LINES} more items of the order`] : []),
    ],
    amountPaise,
    receipt: null,
    statements: [
      { label: "Amount in words", text: amountInWords(amountPaise) },
      { label: "Paid with", text: `${paidWith(payment)}, reference ${payment.reference}` },
      {
        label: "GST",
        text: "No tax is due on an advance for goods (notification 66/2017, Central Tax). The invoice charges the tax on the whole supply.",
      },
    ],
    note: "",
  };
}

/** @param receipt the voucher of the payment that goes back, or of which a part does */
export function composeRefund(
  { number, date: at, ...receipt }: Voucher,
  { amountPaise, payment }: { amountPaise: Paise; payment: Pick<PaidPayment, "method" | "detail"> },
): VoucherContent {
  const isWhole = amountPaise === receipt.amountPaise;
  return {
    ...receipt,
    kind: "refund",
    title: "Refund Voucher",
    description: `${isWhole ? "Advance" : "Part of the advance"} for order ${receipt.orderNumber}, refunded without a supply`,
    amountPaise,
    receipt: { number, at },
    statements: [
      { label: "Amount in words", text: amountInWords(amountPaise) },
      { label: "Refunded to", text: paidWith(payment) },
      { label: "GST", text: "No tax was charged on the advance, so none is refunded." },
    ],
  };
}
