/** Parts that several emails about an order share. */

import { paidWith } from "../../../../contract/checkout/payment-messages.ts";
import { formatWeekday } from "../../../../contract/dates.ts";
import { orderPage } from "../../../../contract/orders/forms.ts";
import { termsOf } from "../../../../contract/orders/payment-terms.ts";
import { ROUNDING_LABEL } from "../../../../contract/orders/rounding.ts";
import { formatRupees, type Paise, paise, sumPaise } from "../../../base/money.ts";
import type { orderItem, PostalAddress, shipment } from "../../../platform/database/schema.ts";
import { type Block, button, facts, note, paragraph, table } from "../../../platform/mail/email-blocks.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { totalOf } from "../../../selling/pricing/tax.ts";
import { feesOf } from "../fees.ts";
import type { LineUnits, PreparedCreditNote } from "../invoice/credit-notes.ts";
import { creditLineName, itemName } from "../item-name.ts";
import type { OrderRow } from "../order-row.ts";
import { receiverOf } from "../receiver.ts";
import type { VoucherKind } from "../vouchers/voucher.ts";

export interface OrderEmailContext {
  order: OrderRow;
  items: readonly (typeof orderItem.$inferSelect)[];
  /** Null if unknown. */
  payment: { method: string; detail: string } | null;
  /** The refunds that the email is about, of an order that has several payments, or whose bank has returned a part: each with the payment that it goes back to. */
  refunds?: readonly PartialRefund[] | undefined;
  /** What the bank has returned to the customer, because it decided a dispute for them. */
  byBankPaise?: Paise;
  /** The units that the email is about, if not the whole order: cancelled or returned ones, or those that remain. */
  credited?: Pick<PreparedCreditNote, "lines" | "totalPaise" | "reasons"> | undefined;
  /** Which voucher is attached. */
  voucher?: VoucherKind | undefined;
}

/** A refund of one of several payments. */
interface PartialRefund {
  amountPaise: Paise;
  payment: { method: string; detail: string };
  /** Whether staff pays it to the customer's UPI ID. */
  isCash: boolean;
}

/** A parcel as emails name it. */
export type SentParcel = Pick<typeof shipment.$inferSelect, "courier" | "awb">;

export const BANKS = "It can take 5 to 7 working days to show in your account.";

export function accountOf(payment: OrderEmailContext["payment"]): string {
  return (payment && paidWith(payment)) || "your original payment method";
}

/** Returns the refunded amount: of the credited units, by default of the whole order. */
export const refundOf = ({ order, credited }: OrderEmailContext): Paise => credited?.totalPaise ?? order.totalPaise;

const NOTHING_TO_REFUND = "You haven’t paid anything for it, so there’s nothing to refund.";

export const willRefund = (amountPaise: Paise, payment: OrderEmailContext["payment"]) =>
  `We’re refunding ${formatRupees(amountPaise)} to ${accountOf(payment)} and will email you when it’s done.`;

export const willPayOut = (amountPaise: Paise) =>
  `We’re refunding ${formatRupees(amountPaise)}. Please enter your UPI ID on your order’s page, so that we know where to send it.`;

/** Says how the customer gets the money back, or that there is nothing to refund. */
export function moneyBack(context: OrderEmailContext): string {
  const { order, payment, refunds } = context;
  if (refunds) return moneyBackInParts(context, refunds);
  const amountPaise = refundOf(context);
  if (amountPaise === 0) return nothingBack(order);
  if (!termsOf(order).courierCollects) return willRefund(amountPaise, payment);
  return order.paidAt ? willPayOut(amountPaise) : NOTHING_TO_REFUND;
}

const nothingBack = ({ totalPaise, paidAt }: OrderEmailContext["order"]) =>
  totalPaise === 0 || paidAt === null ? NOTHING_TO_REFUND : "There’s nothing to refund.";

/** The same for an order with an advance or a lost dispute: each payment is refunded the way it was paid. */
function moneyBackInParts(context: OrderEmailContext, refunds: readonly PartialRefund[]): string {
  const { order, byBankPaise = paise(0) } = context;
  const byBank = byBankPaise > 0 && `Your bank has already returned ${formatRupees(byBankPaise)} to you`;
  if (refunds.length === 0 && byBank) return `${byBank}, so there’s nothing left for us to refund.`;
  if (refunds.length === 0)
    return order.advancePaidAt ? "There’s nothing to refund: you’ll pay less on delivery instead." : nothingBack(order);
  const online = refunds.filter(({ isCash }) => !isCash);
  const inCash = refunds.filter(({ isCash }) => isCash);
  return [
    ...(byBank ? [`${byBank}.`] : []),
    ...online.map(({ amountPaise, payment }) => willRefund(amountPaise, payment)),
    ...inCash.map(({ amountPaise }) => willPayOut(amountPaise)),
    ...neverPaid(context, refunds),
  ].join(" ");
}

/** Says of a cancelled order with an advance that the rest was not paid, since less than its total is refunded. */
function neverPaid(context: OrderEmailContext, refunds: readonly PartialRefund[]): string[] {
  const { order, byBankPaise = paise(0) } = context;
  if (order.state !== "cancelled" || order.paidAt) return [];
  const returnedPaise = sumPaise([byBankPaise, ...refunds.map(({ amountPaise }) => amountPaise)]);
  const unpaidPaise = paise(refundOf(context) - returnedPaise);
  return unpaidPaise > 0
    ? [`You haven’t paid the remaining ${formatRupees(unpaidPaise)}, so there’s nothing more to refund.`]
    : [];
}

/** Summarises `moneyBack` for the preview. */
export function moneyBackPreview(context: OrderEmailContext): string {
  if (!context.refunds) return wholeMoneyBackPreview(context);
  const refundedPaise = sumPaise(context.refunds.map(({ amountPaise }) => amountPaise));
  return refundedPaise > 0 ? `We’re refunding ${formatRupees(refundedPaise)}.` : moneyBack(context);
}

function wholeMoneyBackPreview(context: OrderEmailContext): string {
  const { paidAt, totalPaise } = context.order;
  if (totalPaise === 0 || (termsOf(context.order).courierCollects && !paidAt))
    return "You haven’t paid anything for it.";
  const amountPaise = refundOf(context);
  return amountPaise === 0 ? "There’s nothing to refund." : `We’re refunding ${formatRupees(amountPaise)}.`;
}

/** Says why less is refunded than was paid for the units, and what else goes with them; empty without a reason. */
export const whyLess = ({ credited }: OrderEmailContext): Block[] =>
  credited?.reasons && credited.reasons.length > 0 ? [paragraph(credited.reasons.join(" "))] : [];

/** Names the credit note, or the voucher of an advance that is refunded before the invoice; empty without either. */
export const creditNoteAttached = (context: OrderEmailContext): Block[] =>
  context.order.invoiceNumber === null
    ? voucherAttached(context)
    : [note("The credit note for your invoice is attached.")];

/** Empty without a voucher. */
export const voucherAttached = ({ voucher }: OrderEmailContext): Block[] =>
  voucher ? [note(`The ${voucher} voucher for your payment is attached.`)] : [];

export const seeOrder = (sender: MailSender, { number }: OrderRow) =>
  button("View your order", `${sender.origin}${orderPage(number)}`);

export const help = (sender: MailSender) => note(`Questions? Reply to this email or write to us at ${sender.email}.`);

export const addressLines = (name: string, { street, city, state, pincode }: PostalAddress) => [
  name,
  street,
  `${city} ${pincode}`,
  state,
];

/** Says who gets the parcel, and where. */
export const shipTo = (order: OrderRow) => addressLines(receiverOf(order).name, order.shippingAddress);

/** Says the gift's message, and that it is wrapped; empty for an order that is not a gift. */
export function giftFacts({ gift }: OrderRow): Block[] {
  if (!gift) return [];
  const lines = [...(gift.wrapPaise === null ? [] : ["Gift wrap"]), ...gift.message.split("\n").filter(Boolean)];
  return lines.length > 0 ? [facts({ label: "Gift", lines })] : [];
}

/** Says how the order is shipped, and by when; empty for the built-in method, which promises nothing. */
export function shippingFacts({ shippingMethod, shippingMethodName, deliverBy }: OrderRow): Block[] {
  if (shippingMethod === "standard" && deliverBy === null) return [];
  const promise = deliverBy === null ? [] : [`Delivery by ${formatWeekday(deliverBy)}`];
  return [facts({ label: "Shipping", lines: [shippingMethodName, ...promise] })];
}

/** Lists the items with their prices. */
export function amounts({ order, items }: OrderEmailContext): Block[] {
  const tax = sumPaise(items.flatMap(({ cgstPaise, sgstPaise, igstPaise }) => [cgstPaise, sgstPaise, igstPaise]));
  return [
    table(
      items.map(({ quantity, pricePaise, ...item }) => ({
        title: itemName(item),
        detail: pricePaise === 0 ? "Free sample" : `${quantity} × ${formatRupees(pricePaise)}`,
        amount: pricePaise === 0 ? "Free" : formatRupees(paise(pricePaise * quantity)),
      })),
      [
        { label: "Subtotal", amount: formatRupees(order.subtotalPaise) },
        ...discounts(order),
        { label: "Shipping", amount: order.shippingPaise === 0 ? "Free" : formatRupees(order.shippingPaise) },
        ...feesOf(order).map(({ label, amountPaise }) => ({ label, amount: formatRupees(amountPaise) })),
        { label: "Total", amount: formatRupees(order.totalPaise) },
      ],
    ),
    note(`The total includes ${formatRupees(tax)} GST.`),
  ];
}

/** Lists the discount: first what is below MRP, then each offer, then the rounding. */
function discounts({ discountPaise, roundingPaise, offers }: OrderRow): { label: string; amount: string }[] {
  const rows = [
    ...offers.map(({ name, discountPaise: off }) => ({ label: name, off })),
    { label: ROUNDING_LABEL, off: roundingPaise },
  ];
  const belowMrp = discountPaise - rows.reduce((sum, { off }) => sum + off, 0);
  return [{ label: "Discount", off: belowMrp }, ...rows]
    .filter(({ off }) => off > 0)
    .map(({ label, off }) => ({ label, amount: `−${formatRupees(paise(off))}` }));
}

function nameAt(
  items: OrderEmailContext["items"],
  line: LineUnits & { totalPaise: Paise; shippingPaise: Paise },
): string {
  const item = items.find((other) => other.position === line.position);
  return item ? creditLineName(item, line) : "";
}

/** Lists the items with their total, or the credited units. */
export function contents({ order, items, credited }: OrderEmailContext): Block[] {
  const units = credited
    ? credited.lines.map((line) => ({ ...line, totalPaise: totalOf(line) }))
    : items.map(({ position, quantity, pricePaise }) => ({
        position,
        quantity,
        shippingPaise: paise(0),
        totalPaise: paise(pricePaise * quantity),
      }));
  return [
    table(
      units.map(({ quantity, totalPaise, ...line }) => ({
        title: nameAt(items, { ...line, quantity, totalPaise }),
        detail: quantity === 0 ? "" : `Qty ${quantity}`,
        amount: totalPaise === 0 ? "Free" : formatRupees(totalPaise),
      })),
      [{ label: "Total", amount: formatRupees(credited?.totalPaise ?? order.totalPaise) }],
    ),
  ];
}
