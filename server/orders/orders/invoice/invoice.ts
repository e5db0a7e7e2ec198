/**
 * The content of a tax invoice (rule 46 of the CGST rules). All amounts are the stored paise of the order, added up but never recomputed.
 * Prices include the tax, so for each line: unit price × quantity − discount + shipping = taxable + tax = total.
 */

import { termsOf } from "../../../../contract/orders/payment-terms.ts";
import { type Paise, paise, sumPaise } from "../../../base/money.ts";
import type { customerOrder, orderItem, PostalAddress, Seller } from "../../../platform/database/schema.ts";
import { isWithinState, stateCodeOf, stateOf } from "../../../selling/pricing/place-of-supply.ts";
import { mrpOf } from "../../../selling/pricing/price.ts";
import type { PaidPayment } from "../../payment-records/payments.ts";
import { feesOf } from "../fees.ts";
import { itemName } from "../item-name.ts";
import { receiverOf } from "../receiver.ts";
import { amountInWords } from "./amount-in-words.ts";
import type { TaxParts } from "./taxes.ts";

/** The person who is billed, or who receives the parcel. */
export interface Party {
  name: string;
  address: readonly string[];
  /** The state, with its GST state code if known, for example `Karnataka (29)`. */
  state: string;
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

/** What a credit note states besides the invoice that it credits (rule 53), and its number and date. */
export interface Credit {
  /** A sentence. */
  reason: string;
  /** Whether it comes too late to lower the tax (section 34(2)): a financial credit note. */
  isFinancial: boolean;
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
    /** The part of the discount that rounds the total down to whole rupees; missing in documents of older versions, and in credit notes. */
    roundingPaise?: Paise;
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
  credit: (Credit & { number: string; date: Date }) | null;
  /** On an amended copy of the invoice: when it was amended, and where the parcel should have gone as issued. */
  amendment: { at: Date; issuedShipTo: Party } | null;
}

/** The particulars of an invoice or credit note without its number and date, which are given last. */
export interface Particulars extends Omit<Invoice, "number" | "date" | "credit"> {
  credit: Credit | null;
}

/** What is stored of a document when it is issued. */
export interface InvoiceContent extends Particulars {
  words: Words;
}

/** The words of a document besides its particulars; stored, so that those of a newer program do not change it. */
export interface Words {
  title: string;
  statements: readonly { label: string; text: string }[];
  /** The last sentences. */
  note: string;
}

/** An invoice or credit note as it was issued. */
export interface IssuedInvoice extends Invoice {
  words: Words;
  /** Of a credit note that credits several invoices of its order, the others. */
  further?: readonly { number: string; date: Date }[];
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
  | "roundingPaise"
  | "shippingPaise"
  | "feesPaise"
  | "gift"
  | "offers"
  | "totalPaise"
  | "shippingMethodName"
  | "paymentMethod"
  | "advancePaise"
>;

type InvoicedItem = Omit<
  typeof orderItem.$inferSelect,
  "orderId" | "position" | "productId" | "variantId" | "image" | "creditedQuantity" | "invoicePosition"
> & { lots?: readonly string[] };

/** Composes an invoice without its number and date. @param items in the order of the invoice */
export function composeInvoice(
  order: InvoicedOrder,
  items: readonly InvoicedItem[],
  seller: Seller,
  payment: Invoice["payment"],
): Particulars {
  const lines = items.map(toLine);
  const whole = sumOf(lines);
  const { shippingAddress } = order;
  return {
    orderNumber: order.number,
    orderedAt: order.createdAt,
    seller: printedSeller(seller),
    billTo: billToOf(order),
    shipTo: shipToOf(order),
    placeOfSupply: withStateCode(shippingAddress.state),
    shippingMethod: order.shippingMethodName,
    ...taxKindOf({ seller, shippingAddress }, lines),
    lines,
    rates: ratesOf(lines),
    total: {
      ...whole,
      quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      subtotalPaise: order.subtotalPaise,
      discountPaise: order.discountPaise,
      ...(order.roundingPaise > 0 && { roundingPaise: order.roundingPaise }),
      shippingPaise: order.shippingPaise,
      feesPaise: order.feesPaise,
      fees: feesOf(order),
      totalPaise: order.totalPaise,
      inWords: amountInWords(order.totalPaise),
    },
    offers: order.offers.map(({ name, code }) => (code === null ? name : `${name} (${code})`)),
    payment: payment && { reference: payment.reference, method: payment.method, detail: payment.detail },
    advance:
      order.advancePaise > 0
        ? {
            amountPaise: order.advancePaise,
            restPaise: paise(order.totalPaise - order.advancePaise),
            isRestOnline: !termsOf(order).courierCollects,
          }
        : null,
    credit: null,
    amendment: null,
  };
}

/** Whether the tax is CGST and SGST (or UTGST), or IGST: decided by the stored tax; without tax, by the states. */
export function taxKindOf(
  { seller, shippingAddress }: { seller: Seller; shippingAddress: PostalAddress },
  lines: readonly TaxParts[],
): Pick<Invoice, "withinState" | "stateTax"> {
  const whole = sumOf(lines);
  const sellerState = stateCodeOf(seller.state);
  return {
    withinState: whole.cgstPaise > 0 || (whole.igstPaise === 0 && isWithinState(seller.state, shippingAddress.state)),
    stateTax: sellerState !== null && UTGST_STATES.includes(sellerState) ? "UTGST" : "SGST",
  };
}

function toLine({
  pricePaise,
  originalPricePaise,
  discountPaise,
  quantity,
  lots = [],
  ...item
}: InvoicedItem): InvoiceLine {
  const { sku, hsn, gstPercent, taxablePaise, cgstPaise, sgstPaise, igstPaise, shippingPaise } = item;
  const unitPaise = mrpOf({ pricePaise, originalPricePaise });
  return {
    title: itemName(item),
    sku,
    lots,
    hsn,
    gstPercent,
    quantity,
    unitPaise,
    discountPaise: paise((unitPaise - pricePaise) * quantity + discountPaise),
    taxablePaise,
    cgstPaise,
    sgstPaise,
    igstPaise,
    shippingPaise,
    totalPaise: paise(pricePaise * quantity - discountPaise + shippingPaise),
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

/** Returns the seller as documents print it: its state with the GST state code. */
export const printedSeller = (seller: Seller): Seller => ({
  ...seller,
  // The shop's address may begin with its legal name, which is printed above it.
  address: seller.address.filter((line) => line !== seller.name),
  state: withStateCode(seller.state),
});

/** Returns who is billed, and where. */
export const billToOf = ({
  customerName,
  billingAddress,
  mobile,
  email,
}: Pick<InvoicedOrder, "customerName" | "billingAddress" | "mobile" | "email">): Invoice["billTo"] => ({
  ...partyAt(customerName, billingAddress),
  contact: [mobile, email].filter(Boolean),
});

/** Returns who gets the parcel, and where. */
export const shipToOf = (order: Pick<InvoicedOrder, "customerName" | "mobile" | "gift" | "shippingAddress">): Party =>
  partyAt(receiverOf(order).name, order.shippingAddress);

function partyAt(name: string, { street, city, state, pincode }: PostalAddress): Party {
  return { name, address: [street, `${city} ${pincode}`], state: withStateCode(state) };
}

/** Adds the GST state code: `Karnataka (29)`; an unknown state stays as it is. */
export function withStateCode(state: string): string {
  const known = stateOf(state);
  return known ? `${known.name} (${known.code})` : state;
}
