/**
 * The content of a tax invoice (rule 46 of the CGST rules). All amounts are the stored paise of the order, added up but never recomputed.
 * Prices include the tax, so for each line: unit price × quantity − discount + shipping = taxable + tax = total.
 */

import type { customerOrder, orderItem, PostalAddress, Seller } from "../../database/schema.ts";
import { type Paise, paise, sumPaise } from "../../money.ts";
import type { PaidPayment } from "../../payment-records/payments.ts";
import { isWithinState, stateCodeOf, stateOf } from "../../pricing/place-of-supply.ts";
import { mrpOf } from "../../pricing/price.ts";
import { feesOf } from "../fees.ts";
import { itemName } from "../item-name.ts";
import { receiverOf } from "../receiver.ts";
import { amountInWords } from "./amount-in-words.ts";

/** The person who is billed, or who receives the parcel. */
export interface Party {
  name: string;
  address: readonly string[];
  /** The state, with its GST state code if known, for example `Karnataka (29)`. */
  state: string;
}

/** The tax in an amount: CGST and SGST within a state, IGST between states. */
export interface TaxParts {
  taxablePaise: Paise;
  cgstPaise: Paise;
  sgstPaise: Paise;
  igstPaise: Paise;
}

export interface InvoiceLine extends TaxParts {
  title: string;
  sku: string;
  /** The lots of its units as printed on the pack; empty for a size without lots. */
  lots: readonly string[];
  hsn: string;
  quantity: number;
  /** The price of one unit before the discount. */
  unitPaise: Paise;
  /** The discount below MRP, and by offers. */
  discountPaise: Paise;
  /** Its share of shipping and fees. */
  shippingPaise: Paise;
  gstPercent: number;
  totalPaise: Paise;
}

/** What a credit note states besides the invoice that it credits (rule 53). */
export interface Credit {
  number: string;
  date: Date;
  /** A sentence. */
  reason: string;
  /** For an order with an advance, which has several payments, or a lost dispute. */
  parts: {
    refunds: readonly { amountPaise: Paise; payment: Pick<PaidPayment, "method" | "detail"> }[];
    /** What the courier has not collected, and so was never paid. */
    uncollectedPaise: Paise;
    /** What the bank has returned to the customer, because it decided a dispute for them. */
    byBankPaise: Paise;
  } | null;
}

export interface Invoice {
  number: string;
  date: Date;
  orderNumber: string;
  orderedAt: Date;
  /** The seller; its state includes the GST state code. */
  seller: Seller;
  billTo: Party & { contact: readonly string[] };
  shipTo: Party;
  placeOfSupply: string;
  /** The name of the shipping method. */
  shippingMethod: string;
  /** Whether the tax is CGST and SGST (or UTGST), or IGST. */
  withinState: boolean;
  /** UTGST in a union territory without a legislature. */
  stateTax: "SGST" | "UTGST";
  lines: readonly InvoiceLine[];
  /** Sums of the lines by tax rate, lowest first. */
  rates: readonly ({ gstPercent: number } & TaxParts)[];
  total: TaxParts & {
    quantity: number;
    /** subtotal − discount + shipping + fees = total. */
    subtotalPaise: Paise;
    discountPaise: Paise;
    shippingPaise: Paise;
    feesPaise: Paise;
    /** The fees with their names. */
    fees: readonly { label: string; amountPaise: Paise }[];
    totalPaise: Paise;
    inWords: string;
  };
  /** The names of the offers in the discount. */
  offers: readonly string[];
  payment: Pick<PaidPayment, "reference" | "method" | "detail"> | null;
  /** What of an order for cash on delivery was paid in advance, and the rest; null without an advance. */
  advance: { amountPaise: Paise; restPaise: Paise; isRestOnline: boolean } | null;
  /** Null if this is the invoice itself. */
  credit: Credit | null;
}

/** Chandigarh, Dadra and Nagar Haveli and Daman and Diu, Lakshadweep, Andaman and Nicobar Islands, Ladakh. */
const UTGST_STATES = ["04", "26", "31", "35", "38"];

type InvoicedOrder = Pick<
  typeof customerOrder.$inferSelect,
  | "number"
  | "createdAt"
  | "customerName"
  | "email"
  | "mobile"
  | "shippingAddress"
  | "billingAddress"
  | "subtotalPaise"
  | "discountPaise"
  | "shippingPaise"
  | "feesPaise"
  | "gift"
  | "offers"
  | "totalPaise"
  | "shippingMethodName"
  | "paymentMethod"
  | "advancePaise"
> & { invoiceNumber: string; invoicedAt: Date };

type InvoicedItem = Omit<
  typeof orderItem.$inferSelect,
  "orderId" | "position" | "productId" | "image" | "creditedQuantity"
> & { lots?: readonly string[] };

/** @param items in the order of the invoice */
export function composeInvoice(
  order: InvoicedOrder,
  items: readonly InvoicedItem[],
  seller: Seller,
  payment: Invoice["payment"],
): Invoice {
  const lines = items.map(toLine);
  const whole = sumOf(lines);
  const { shippingAddress, billingAddress } = order;
  const sellerState = stateCodeOf(seller.state);
  return {
    number: order.invoiceNumber,
    date: order.invoicedAt,
    orderNumber: order.number,
    orderedAt: order.createdAt,
    seller: {
      ...seller,
      // The shop's address may begin with its legal name, which is printed above it.
      address: seller.address.filter((line) => line !== seller.name),
      state: withStateCode(seller.state),
    },
    billTo: { ...partyAt(order.customerName, billingAddress), contact: [order.mobile, order.email].filter(Boolean) },
    shipTo: partyAt(receiverOf(order).name, shippingAddress),
    placeOfSupply: withStateCode(shippingAddress.state),
    shippingMethod: order.shippingMethodName,
    // Decided by the stored tax; without tax, by the states.
    withinState: whole.cgstPaise > 0 || (whole.igstPaise === 0 && isWithinState(seller.state, shippingAddress.state)),
    stateTax: sellerState !== null && UTGST_STATES.includes(sellerState) ? "UTGST" : "SGST",
    lines,
    rates: ratesOf(lines),
    total: {
      ...whole,
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      subtotalPaise: order.subtotalPaise,
      discountPaise: order.discountPaise,
      shippingPaise: order.shippingPaise,
      feesPaise: order.feesPaise,
      fees: feesOf(order),
      totalPaise: order.totalPaise,
      inWords: amountInWords(order.totalPaise),
    },
    offers: order.offers.map(({ name, code }) => (code === null ? name : `${name} (${code})`)),
    payment,
    advance:
      order.advancePaise > 0
        ? {
            amountPaise: order.advancePaise,
            restPaise: paise(order.totalPaise - order.advancePaise),
            isRestOnline: order.paymentMethod === "online",
          }
        : null,
    credit: null,
  };
}

/** The taxes of an invoice by name. */
export function taxesOf({
  withinState,
  stateTax,
}: Pick<Invoice, "withinState" | "stateTax">): { name: string; of: (parts: TaxParts) => Paise }[] {
  return withinState
    ? [
        { name: "CGST", of: ({ cgstPaise }) => cgstPaise },
        { name: stateTax, of: ({ sgstPaise }) => sgstPaise },
      ]
    : [{ name: "IGST", of: ({ igstPaise }) => igstPaise }];
}

function toLine({
  pricePaise,
  originalPricePaise,
  discountPaise,
  quantity,
  lots = [],
  ...item
}: InvoicedItem): InvoiceLine {
  const unitPaise = mrpOf({ pricePaise, originalPricePaise });
  return {
    ...item,
    title: itemName(item),
    quantity,
    lots,
    unitPaise,
    discountPaise: paise((unitPaise - pricePaise) * quantity + discountPaise),
    totalPaise: paise(pricePaise * quantity - discountPaise + item.shippingPaise),
  };
}

/** Sums the lines by tax rate, lowest first. */
export function ratesOf(lines: readonly InvoiceLine[]): Invoice["rates"] {
  return [...new Set(lines.map(({ gstPercent }) => gstPercent))]
    .sort((a, b) => a - b)
    .map((gstPercent) => ({ gstPercent, ...sumOf(lines.filter((line) => line.gstPercent === gstPercent)) }));
}

export function sumOf(lines: readonly TaxParts[]): TaxParts {
  return {
    taxablePaise: sumPaise(lines.map(({ taxablePaise }) => taxablePaise)),
    cgstPaise: sumPaise(lines.map(({ cgstPaise }) => cgstPaise)),
    sgstPaise: sumPaise(lines.map(({ sgstPaise }) => sgstPaise)),
    igstPaise: sumPaise(lines.map(({ igstPaise }) => igstPaise)),
  };
}

function partyAt(name: string, { street, city, state, pincode }: PostalAddress): Party {
  return { name, address: [street, `${city} ${pincode}`], state: withStateCode(state) };
}

function withStateCode(state: string): string {
  const known = stateOf(state);
  return known ? `${known.name} (${known.code})` : state;
}
