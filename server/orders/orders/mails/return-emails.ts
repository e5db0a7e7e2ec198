/** Emails about a return, from the request to its end. */

import { type ChangeNoun, NOUN_WORDS } from "../../../../contract/orders/change-nouns.ts";
import { termsOf } from "../../../../contract/orders/payment-terms.ts";
import { formatRupees, type Paise, paise } from "../../../base/money.ts";
import { type Block, facts, note, paragraph } from "../../../platform/mail/email-blocks.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import {
  accountOf,
  contents,
  creditNoteAttached,
  help,
  moneyBack,
  moneyBackPreview,
  type OrderEmailContext,
  refundOf,
  type SentParcel,
  seeOrder,
  shipTo,
  whyLess,
} from "./email-parts.ts";

/** Who collects a returned parcel and when, in words for the customer. */
export interface PickUp {
  courier: string;
  /** For example "25 November 2026". */
  date: string;
  /** For example "10 AM and 1 PM". */
  between: string;
}

/** What a customer asks for in exchange for returned units. */
export interface WantedExchange {
  /** Such as "1 × Rose Attar, 12 ml". */
  units: readonly string[];
  /** How much less the order would cost at today's prices; negative if it would cost more. */
  less: number;
}

/** Says what an exchange would come to; staff decides about it. */
function differenceOf({ less }: WantedExchange): string {
  const amount = formatRupees(paise(Math.abs(less)));
  if (less === 0) return "At today’s prices there’s nothing to pay or to refund.";
  return less > 0
    ? `At today’s prices the new items cost ${amount} less, which we’ll refund once we’ve accepted your return.`
    : `At today’s prices the new items cost ${amount} more. Once we can accept your return, we’ll email you a link to pay the difference.`;
}

/** Names what is wanted in exchange, and what that would come to; empty without an exchange. */
const wantedFacts = (wanted: WantedExchange): Block[] =>
  wanted.units.length > 0
    ? [facts({ label: "In exchange", lines: [...wanted.units] }), paragraph(differenceOf(wanted))]
    : [];

/** @param request.wanted what the customer wants in exchange; no units for a refund */
export function returnRequestedEmail(
  sender: MailSender,
  context: OrderEmailContext,
  { reason, wanted }: { reason: string; wanted: WantedExchange },
): EmailTemplate {
  const { order } = context;
  return {
    subject: `We’ve received your return request for order ${order.number}`,
    preview: "We’ll get back to you within 2 working days.",
    heading: "Your return request",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we’ve received your request to return order ${order.number}. We’ll check it and email you within 2 working days.`,
      ),
      facts({ label: "Your reason", lines: [reason] }),
      ...wantedFacts(wanted),
      ...whyLess(context),
      ...contents(context),
      seeOrder(sender, order),
      note("Please keep everything in its original packaging, and don’t send anything back until you hear from us."),
    ],
  };
}

/** @param approval.wanted what the customer wants in exchange, such as "1 × Rose Attar, 12 ml"; empty for a refund */
export function returnApprovedEmail(
  sender: MailSender,
  context: OrderEmailContext,
  { pickUp, wanted }: { pickUp: PickUp; wanted: readonly string[] },
): EmailTemplate {
  const { order } = context;
  const { courier, date, between } = pickUp;
  return {
    subject: `Your return for order ${order.number}: pick-up details`,
    preview: `${courier} will pick up the parcel on ${date}.`,
    heading: "Your return is approved",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, your return is approved. ${courier} will pick up the parcel on ${date}, between ${between}. Please pack everything in its original carton.`,
      ),
      facts(
        { label: "Pick-up", lines: [courier, date, `Between ${between}`] },
        { label: "From", lines: shipTo(order) },
      ),
      paragraph(
        wanted.length > 0
          ? `You asked for ${new Intl.ListFormat("en-IN").format(wanted)} in exchange. We’ll check your parcel within 2 working days of its arrival and email you about the exchange.`
          : context.byBankPaise || refundOf(context) === 0
            ? "We’ll check it within 2 working days of its arrival and email you."
            : `We’ll check it within 2 working days of its arrival and then refund ${formatRupees(refundOf(context))} to ${refundedTo(context)}.`,
      ),
      ...whyLess(context),
      ...contents(context),
      seeOrder(sender, order),
      note("Does the time or the address not suit you? Reply to this email and we’ll arrange another."),
    ],
  };
}

function refundedTo({ order, payment }: OrderEmailContext): string {
  if (!termsOf(order).courierCollects)
    return order.advancePaise > 0 ? "your original payment methods" : accountOf(payment);
  return order.advancePaise > 0
    ? "the account that you paid from in advance, and what you paid in cash to the UPI ID that you give us"
    : "the UPI ID that you give us";
}

export function returnReceivedEmail(sender: MailSender, { order }: OrderEmailContext): EmailTemplate {
  return {
    subject: `We’ve received your return for order ${order.number}`,
    preview: "We’ll check it within 2 working days and email you.",
    heading: "Your parcel is back with us",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, your parcel is back with us. We’ll check it within 2 working days and email you.`,
      ),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** @param wanted what the customer had asked for in exchange, such as "1 × Rose Attar, 12 ml"; empty for a refund */
export function returnAcceptedEmail(
  sender: MailSender,
  context: OrderEmailContext,
  wanted: readonly string[],
): EmailTemplate {
  const { order } = context;
  const notExchanged =
    wanted.length > 0 &&
    `We’re sorry that we couldn’t send you ${new Intl.ListFormat("en-IN").format(wanted)} in exchange, as you asked.`;
  return {
    subject: `Your return of order ${order.number} has been accepted`,
    preview: moneyBackPreview(context),
    heading: "Your return has been accepted",
    blocks: [
      paragraph(
        [
          `Hello ${order.customerName}, we’ve accepted your return of order ${order.number}.`,
          notExchanged,
          moneyBack(context),
        ]
          .filter(Boolean)
          .join(" "),
      ),
      ...whyLess(context),
      ...creditNoteAttached(context),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** @param what the units that are sent again, in words */
export function replacementPromisedEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  what: string,
): EmailTemplate {
  return {
    subject: `We’re replacing items of your order ${order.number}`,
    preview: `We’re sending you ${what} again, free of charge.`,
    heading: "We’re sending you a replacement",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we’re sorry that something wasn’t right with order ${order.number}. We’re sending you ${what} again, free of charge, and will email you the AWB.`,
      ),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** What is exchanged for returned units, and what that comes to. */
export interface AcceptedExchange {
  /** What comes back and what goes out, as sentences. */
  exchanged: string;
  /** Why less is credited than was paid for what comes back, as sentences. */
  reasons: readonly string[];
  /** The amount of the invoice of what goes out, and that of the credit note. */
  more: Paise;
  less: Paise;
  /** What was paid for the exchange, and what is refunded. */
  paidPaise: Paise;
  refundPaise: Paise;
}

export function exchangeAcceptedEmail(
  sender: MailSender,
  context: OrderEmailContext,
  { exchanged, reasons, more, less, paidPaise, refundPaise }: AcceptedExchange,
): EmailTemplate {
  const { order } = context;
  const settled =
    paidPaise > 0
      ? `We’ve received your payment of ${formatRupees(paidPaise)}.`
      : "There’s nothing to pay or to refund.";
  return {
    subject: `Your exchange for order ${order.number} has been accepted`,
    preview: refundPaise > 0 ? moneyBackPreview(context) : settled,
    heading: "Your exchange has been accepted",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we’ve accepted your return of order ${order.number} in exchange for other items. ${exchanged} We’ll email you the AWB once the new items have shipped.`,
      ),
      paragraph(refundPaise > 0 ? moneyBack(context) : settled),
      ...(reasons.length > 0 ? [paragraph(reasons.join(" "))] : []),
      facts(
        { label: "For the items that you returned", lines: [`−${formatRupees(less)}`] },
        { label: "For the new items", lines: [formatRupees(more)] },
      ),
      note("The invoice of the new items is attached. The credit note for the others is on your order’s page."),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** @param parcel.noun what it is */
export function replacementShippedEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  { courier, awb, noun }: SentParcel & { noun: ChangeNoun },
): EmailTemplate {
  const what = NOUN_WORDS[noun];
  return {
    subject: `Your ${what} for order ${order.number} has shipped`,
    preview: `${courier}, AWB ${awb}`,
    heading: `Your ${what} has shipped`,
    blocks: [
      paragraph(`Hello ${order.customerName}, we’ve handed your ${what} for order ${order.number} to ${courier}.`),
      facts(
        { label: "AWB (courier’s tracking number)", lines: [awb] },
        { label: "Delivering to", lines: shipTo(order) },
      ),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** @param parcel.what the units that are sent again, in words @param parcel.isLost whether the courier lost them; else they came back */
export function sentAgainEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  { noun, what, isLost }: SentAgain,
): EmailTemplate {
  const name = NOUN_WORDS[noun];
  const why = isLost ? `the courier has lost your ${name}` : `your ${name} couldn’t be delivered and came back to us`;
  return {
    subject: `We’re sending your ${name} for order ${order.number} again`,
    preview: `We’re sending you ${what} again, free of charge.`,
    heading: `We’re sending your ${name} again`,
    blocks: [
      paragraph(
        `Hello ${order.customerName}, ${why}. We’re sorry. We’re sending you ${what} again, free of charge, and will email you the AWB.`,
      ),
      facts({ label: "Delivering to", lines: shipTo(order) }),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** A parcel that did not arrive, and whose content is sent again. */
export interface SentAgain {
  noun: ChangeNoun;
  what: string;
  isLost: boolean;
}

export function returnDeclinedEmail(sender: MailSender, { order }: OrderEmailContext, reason: string): EmailTemplate {
  return {
    subject: `About your return of order ${order.number}`,
    preview: "We couldn’t accept it. Here’s why.",
    heading: "We can’t accept your return",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we’ve checked your return request for order ${order.number} and are sorry that we can’t accept it.`,
      ),
      facts({ label: "Why", lines: [reason] }),
      seeOrder(sender, order),
      note(`Think we’ve got it wrong? Reply to this email or write to us at ${sender.email}. A person will read it.`),
    ],
  };
}
