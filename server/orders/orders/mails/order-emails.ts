/** Emails about an order and its parcel. Each first says what has happened, then what comes next. */

import { paidWith } from "../../../../contract/checkout/payment-messages.ts";
import { FAILURE_TEXTS, type FailureReason } from "../../../../contract/couriers.ts";
import { formatDay } from "../../../../contract/dates.ts";
import { trackingPage } from "../../../../contract/orders/forms.ts";
import { termsOf } from "../../../../contract/orders/payment-terms.ts";
import { formatRupees, type Paise, paise } from "../../../base/money.ts";
import type { OrderCause } from "../../../platform/database/schema.ts";
import { type Block, button, facts, note, paragraph } from "../../../platform/mail/email-blocks.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { balanceOf, cashOf } from "../balance.ts";
import type { Prepayment } from "../prepay.ts";
import {
  addressLines,
  amounts,
  contents,
  creditNoteAttached,
  giftFacts,
  help,
  moneyBack,
  moneyBackPreview,
  type OrderEmailContext,
  type SentParcel,
  seeOrder,
  shippingFacts,
  shipTo,
  voucherAttached,
  whyLess,
  willRefund,
} from "./email-parts.ts";

/** How an order for cash on delivery can be paid online. */
export interface PrepayOffer extends Prepayment {
  url: string;
}

export function confirmationEmail(sender: MailSender, context: OrderEmailContext, prepay?: PrepayOffer): EmailTemplate {
  const { order, payment } = context;
  const isCash = termsOf(order).courierCollects;
  const hasAdvance = isCash && order.advancePaise > 0;
  const isFree = order.totalPaise === 0;
  const wasPaid = !isFree && (!isCash || hasAdvance);
  return {
    subject: `Order confirmed: ${order.number}`,
    preview: `Thank you, ${order.customerName}. ${wasPaid ? "We’ve received your payment and" : "We"} are packing your order.`,
    heading: "Thank you for your order",
    blocks: [
      paragraph(
        isFree
          ? `Hello ${order.customerName}, thank you for your order. There’s nothing to pay, and we’re getting it ready.`
          : !wasPaid
            ? `Hello ${order.customerName}, thank you for confirming your order. We’re getting it ready.`
            : `Hello ${order.customerName}, thank you for your order. We’ve received your payment and are getting it ready.`,
      ),
      facts(
        { label: "Order", lines: [order.number, formatDay(order.createdAt)] },
        ...(hasAdvance
          ? [
              {
                label: "Paid in advance",
                lines: [formatRupees(order.advancePaise), payment && paidWith(payment)].filter(isText),
              },
            ]
          : []),
        isCash
          ? {
              label: hasAdvance ? "To pay in cash on delivery" : "Cash on delivery",
              lines: [formatRupees(cashOf(order))],
            }
          : {
              label: isFree ? "Total" : "Paid with",
              lines: [(payment && paidWith(payment)) || formatRupees(order.totalPaise)],
            },
      ),
      ...amounts(context),
      facts(
        { label: "Ship to", lines: shipTo(order) },
        { label: "Bill to", lines: addressLines(order.customerName, order.billingAddress) },
      ),
      ...shippingFacts(order),
      ...giftFacts(order),
      seeOrder(sender, order),
      ...(prepay ? prepayBlocks(prepay) : []),
      ...voucherAttached(context),
      note(isCash ? "We’ll email your invoice when your order ships." : "Your invoice is attached."),
      note("We’ll email you as soon as your order ships. Until then you can cancel it free of charge in My Orders."),
    ],
  };
}

const isText = (line: string | null): line is string => !!line;

const prepayBlocks = ({ amountPaise, savedPaise, url }: PrepayOffer): Block[] => [
  paragraph(
    `Rather not keep cash ready? Pay ${formatRupees(amountPaise)} online before we ship${savedPaise > 0 ? `, and skip the cash fee of ${formatRupees(savedPaise)}` : ""}.`,
  ),
  button(savedPaise > 0 ? "Pay online and skip the cash fee" : "Pay online now", url),
];

export function shippedEmail(
  sender: MailSender,
  context: OrderEmailContext,
  { courier, awb, holds }: SentParcel & { holds: readonly string[] | null },
): EmailTemplate {
  const { order } = context;
  return {
    subject: `Your order ${order.number} is on its way`,
    preview: `Shipped with ${courier}, AWB ${awb}.`,
    heading: "Your parcel is on its way",
    blocks: [
      paragraph(`Hello ${order.customerName}, we have handed your parcel to ${courier}.`),
      ...(holds ? [facts({ label: "In this parcel", lines: holds })] : []),
      facts({ label: "Courier", lines: [courier, `AWB ${awb}`] }, { label: "Delivering to", lines: shipTo(order) }),
      ...shippingFacts(order),
      button("Track your parcel", `${sender.origin}${trackingPage(awb)}`),
      ...(termsOf(order).courierCollects
        ? [
            paragraph(
              cashOf(order) === 0
                ? "Nothing is due when it arrives."
                : `Please keep ${formatRupees(cashOf(order))} in cash ready for the courier.`,
            ),
            note("Your invoice is attached."),
          ]
        : []),
      ...contents(context),
      help(sender),
    ],
  };
}

export function outForDeliveryEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  parcel: SentParcel | null,
): EmailTemplate {
  return {
    subject: `Your order ${order.number} arrives today`,
    preview: "It is out for delivery.",
    heading: "Your parcel arrives today",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, your parcel is out for delivery${parcel ? ` with ${parcel.courier}, AWB ${parcel.awb}` : ""}. Please keep your phone nearby; the courier may call.`,
      ),
      facts({ label: "Delivering to", lines: shipTo(order) }),
      parcel ? button("Track your parcel", `${sender.origin}${trackingPage(parcel.awb)}`) : seeOrder(sender, order),
    ],
  };
}

export interface FailedAttempt {
  reason: FailureReason;
  /** Date of the next attempt, such as "24 November 2026"; null if the courier has not said. */
  again: string | null;
  /** The address of the page where the customer says what happens next. */
  url: string;
}

export function deliveryFailedEmail(
  { order }: OrderEmailContext,
  parcel: SentParcel,
  { reason, again, url }: FailedAttempt,
): EmailTemplate {
  const next = again ? `${parcel.courier} will try again on ${again}.` : "";
  return {
    subject: `We couldn’t deliver your order ${order.number}`,
    preview: next || "Please tell us when to try again.",
    heading: "We couldn’t deliver your order",
    blocks: [
      paragraph(
        [`Hello ${order.customerName}, ${parcel.courier} couldn’t deliver your order.`, FAILURE_TEXTS[reason], next]
          .filter(Boolean)
          .join(" "),
      ),
      paragraph("Please choose a day that suits you. You can also give another phone number, or send the parcel back."),
      button("Choose what happens next", url),
      facts(
        { label: "Delivering to", lines: shipTo(order) },
        { label: "Courier", lines: [parcel.courier, `AWB ${parcel.awb}`] },
      ),
      note("You don’t need to log in. If your address has changed, reply to this email."),
    ],
  };
}

/** @param returnUntil the end of the return period */
export function deliveredEmail(
  sender: MailSender,
  context: OrderEmailContext,
  returnUntil: Date | null,
): EmailTemplate {
  const { order } = context;
  return {
    subject: `Your order ${order.number} has arrived`,
    preview: "We hope you love it.",
    heading: "Your parcel has arrived",
    blocks: [
      paragraph(`Hello ${order.customerName}, your order has been delivered. Enjoy it!`),
      ...contents(context),
      seeOrder(sender, order),
      ...(returnUntil
        ? [note(`Something not right? You can request a return until ${formatDay(returnUntil)} on your order’s page.`)]
        : []),
      note(`Haven’t received it? Please write to us at ${sender.email}.`),
    ],
  };
}

/** Corrects the last email about an order that is packed, shipped or out for delivery again. */
export function stepUndoneEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  parcel: SentParcel | null,
): EmailTemplate {
  const isHere = order.state === "packed";
  return {
    subject: `Correction: your order ${order.number} is ${isHere ? "still with us" : "still on its way"}`,
    preview: "Our last email was a mistake. We’re sorry.",
    heading: isHere ? "Your parcel hasn’t left yet" : "Your parcel is still on its way",
    blocks: [
      paragraph(
        isHere
          ? `Hello ${order.customerName}, we told you that your order is on its way. That was a mistake, and we’re sorry: it’s still with us, packed. We’ll email you as soon as it ships.`
          : `Hello ${order.customerName}, our last email about your order was a mistake, and we’re sorry. It’s still on its way to you.`,
      ),
      parcel && !isHere
        ? button("Track your parcel", `${sender.origin}${trackingPage(parcel.awb)}`)
        : seeOrder(sender, order),
      help(sender),
    ],
  };
}

export function parcelCorrectedEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  { courier, awb }: SentParcel,
): EmailTemplate {
  return {
    subject: `Correction: the tracking number of your order ${order.number}`,
    preview: `It travels with ${courier}, AWB ${awb}.`,
    heading: "A new tracking number",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, the tracking number that we sent you was wrong. We’re sorry. Please use this one.`,
      ),
      facts({ label: "Courier", lines: [courier, `AWB ${awb}`] }),
      button("Track your parcel", `${sender.origin}${trackingPage(awb)}`),
      help(sender),
    ],
  };
}

/** @param reason why the shop has cancelled it; may be empty */
export function cancelledEmail(
  sender: MailSender,
  context: OrderEmailContext,
  { cause, reason }: { cause: OrderCause; reason: string },
): EmailTemplate {
  const { order } = context;
  const byShop = cause === "staff";
  return {
    subject: `Your order ${order.number} has been cancelled`,
    preview: moneyBackPreview(context),
    heading: byShop ? "We had to cancel your order" : "Your order has been cancelled",
    blocks: [
      paragraph(
        byShop
          ? `Hello ${order.customerName}, we’re sorry: we had to cancel order ${order.number}.${reason && ` ${reason}`}`
          : `Hello ${order.customerName}, as you asked, we’ve cancelled order ${order.number}.`,
      ),
      paragraph(moneyBack(context)),
      ...creditNoteAttached(context),
      ...contents(context),
      seeOrder(sender, order),
      byShop ? help(sender) : note(`Didn’t cancel it yourself? Please write to us at ${sender.email}.`),
    ],
  };
}

/** Some items are cancelled, the others are still sent. @param reason why the shop has cancelled them; may be empty */
export function partlyCancelledEmail(
  sender: MailSender,
  context: OrderEmailContext,
  { cause, reason }: { cause: OrderCause; reason: string },
): EmailTemplate {
  const { order } = context;
  const byShop = cause === "staff";
  return {
    subject: `Part of your order ${order.number} has been cancelled`,
    preview: moneyBackPreview(context),
    heading: "Part of your order has been cancelled",
    blocks: [
      paragraph(
        byShop
          ? `Hello ${order.customerName}, we’re sorry: we had to cancel part of order ${order.number}.${reason && ` ${reason}`}`
          : `Hello ${order.customerName}, as you asked, we’ve cancelled part of order ${order.number}.`,
      ),
      paragraph(`${moneyBack(context)} We’ll send you the rest as planned.${stillDue(context)}`),
      ...whyLess(context),
      ...creditNoteAttached(context),
      ...contents(context),
      seeOrder(sender, order),
      byShop ? help(sender) : note(`Didn’t cancel it yourself? Please write to us at ${sender.email}.`),
    ],
  };
}

/** What staff has changed in an order, and what that comes to. */
export interface OrderChange {
  /** What was removed and added, and why, as sentences. */
  changed: string;
  /** What is refunded: of an advance, or of what was paid. */
  refundPaise: Paise;
  /** The invoice of what was added to an invoiced order, with its amount, that of the credit note, and what was paid; null for another order. */
  invoice: { position: number; more: Paise; less: Paise; paidPaise: Paise } | null;
}

/** @param context the order as it is now */
export function orderChangedEmail(
  sender: MailSender,
  context: OrderEmailContext,
  { changed, refundPaise, invoice }: OrderChange,
): EmailTemplate {
  const { order, payment } = context;
  if (invoice) return invoicedOrderChangedEmail(sender, context, { changed, refundPaise, invoice });
  const due =
    balanceOf(order) > 0
      ? `You’ll pay ${formatRupees(balanceOf(order))} to the courier.`
      : "Nothing is due on delivery.";
  return {
    subject: `Your order ${order.number} has changed`,
    preview: `The total is now ${formatRupees(order.totalPaise)}. ${due}`,
    heading: "Your order has changed",
    blocks: [
      paragraph(`Hello ${order.customerName}, as we agreed, we’ve changed order ${order.number}. ${changed}`),
      paragraph([due, refundPaise > 0 && willRefund(refundPaise, payment)].filter(Boolean).join(" ")),
      ...voucherAttached(context),
      ...amounts(context),
      seeOrder(sender, order),
      note(`Isn’t this what you wanted? Please write to us at ${sender.email} before your parcel leaves.`),
    ],
  };
}

function invoicedOrderChangedEmail(
  sender: MailSender,
  { order, payment }: OrderEmailContext,
  {
    changed,
    refundPaise,
    invoice: { more, less, paidPaise },
  }: OrderChange & { invoice: NonNullable<OrderChange["invoice"]> },
): EmailTemplate {
  const settled =
    paidPaise > 0
      ? `We’ve received your payment of ${formatRupees(paidPaise)}.`
      : "There’s nothing to pay or to refund.";
  const money = refundPaise > 0 ? willRefund(refundPaise, payment) : settled;
  return {
    subject: `Your order ${order.number} has changed`,
    preview: money,
    heading: "Your order has changed",
    blocks: [
      paragraph(`Hello ${order.customerName}, as we agreed, we’ve changed order ${order.number}. ${changed}`),
      paragraph(money),
      facts(
        { label: "For the items that we removed", lines: [`−${formatRupees(less)}`] },
        { label: "For the items that we added", lines: [formatRupees(more)] },
      ),
      note("The invoice of the added items is attached. The credit note for the others is on your order’s page."),
      seeOrder(sender, order),
      note(`Isn’t this what you wanted? Please write to us at ${sender.email} before your parcel leaves.`),
    ],
  };
}

/** Says what is left to pay at the door. */
function stillDue({ order, credited }: OrderEmailContext): string {
  if (order.invoiceNumber !== null || !credited) return "";
  const duePaise = paise(Math.max(0, order.totalPaise - credited.totalPaise - order.advancePaise));
  return duePaise === 0 ? " Nothing is due on delivery." : ` You’ll pay ${formatRupees(duePaise)} to the courier.`;
}

export function lostEmail(sender: MailSender, context: OrderEmailContext): EmailTemplate {
  const { order } = context;
  return {
    subject: `Your order ${order.number} was lost in transit`,
    preview: `We’re sorry. ${moneyBackPreview(context)}`,
    heading: "Your parcel was lost",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we’re sorry: the courier has lost the parcel for order ${order.number}. You won’t be out of pocket.`,
      ),
      paragraph(`${moneyBack(context)} If the parcel does turn up, please let us know.`),
      ...creditNoteAttached(context),
      ...contents(context),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

export function returnedToSenderEmail(sender: MailSender, context: OrderEmailContext): EmailTemplate {
  const { order } = context;
  return {
    subject: `We couldn’t deliver your order ${order.number}`,
    preview: moneyBackPreview(context),
    heading: "Your parcel has come back to us",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, the courier couldn’t deliver order ${order.number}, and your parcel has come back to us.`,
      ),
      paragraph(moneyBack(context)),
      ...creditNoteAttached(context),
      ...contents(context),
      seeOrder(sender, order),
      note(`Would you still like it? Order it again, or write to us at ${sender.email}.`),
    ],
  };
}

/** @param text as staff has written it; a blank line begins a paragraph */
export function noteEmail(sender: MailSender, { order }: OrderEmailContext, text: string): EmailTemplate {
  return {
    subject: `About your order ${order.number}`,
    preview: text.slice(0, 120),
    heading: "About your order",
    blocks: [
      paragraph(`Hello ${order.customerName},`),
      ...text.split(/\n+/).map((line) => paragraph(line)),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}
