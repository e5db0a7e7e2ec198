/** Emails about changes of a paid order's items that its customer pays for by a link. */

import { formatDateTime } from "../../../../contract/dates.ts";
import { formatRupees, paise } from "../../../base/money.ts";
import { button, note, paragraph } from "../../../platform/mail/email-blocks.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import type { OrderEdit } from "../pending-edit.ts";
import { help, type OrderEmailContext, seeOrder } from "./email-parts.ts";

/** @param change.url where it is paid */
export function editToPayEmail(sender: MailSender, context: OrderEmailContext, change: EditToPay): EmailTemplate {
  return change.edit.acceptance
    ? exchangeToPayEmail(sender, context, change)
    : itemsToPayEmail(sender, context, change);
}

interface EditToPay {
  edit: OrderEdit;
  url: string;
}

function itemsToPayEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  { edit: { summary, amountPaise, payUntil }, url }: EditToPay,
): EmailTemplate {
  const amount = formatRupees(paise(amountPaise));
  return {
    subject: `Pay ${amount} to change your order ${order.number}`,
    preview: "Your order stays as it is until you pay.",
    heading: "The change of your order is ready to be paid",
    blocks: [
      paragraph(`Hello ${order.customerName}, as we agreed, we’ll change order ${order.number}. ${summary}`),
      paragraph(`It costs ${amount} more. Once you’ve paid, we’ll change the order and email you the new invoice.`),
      button(`Pay ${amount}`, url),
      note(
        `Please pay by ${formatDateTime(payUntil.toISOString())}. Until then we’ve reserved the new items. If you don’t pay, your order stays as it is.`,
      ),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

function exchangeToPayEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  { edit: { summary, amountPaise, payUntil }, url }: EditToPay,
): EmailTemplate {
  const amount = formatRupees(paise(amountPaise));
  return {
    subject: `Pay ${amount} for the exchange of order ${order.number}`,
    preview: "We’ll send the new items once you’ve paid.",
    heading: "Your exchange is ready to be paid",
    blocks: [
      paragraph(`Hello ${order.customerName}, we can exchange what you returned of order ${order.number}. ${summary}`),
      paragraph(`The new items cost ${amount} more. Once you’ve paid, we’ll send them and email you the new invoice.`),
      button(`Pay ${amount}`, url),
      note(
        `Please pay by ${formatDateTime(payUntil.toISOString())}. Until then we’ve reserved the new items. If you don’t pay, nothing is exchanged, and we’ll email you about your return.`,
      ),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** The change was withdrawn, or not paid in time. */
export function editEndedEmail(sender: MailSender, { order }: OrderEmailContext, edit: OrderEdit): EmailTemplate {
  const isExpired = edit.state === "expired";
  const { subject, what, stays } = edit.acceptance
    ? {
        subject: `Your exchange for order ${order.number} was not made`,
        what: "exchange",
        stays: "so nothing is exchanged. Your return is still open, and we’ll email you about it",
      }
    : {
        subject: `Your order ${order.number} stays as it is`,
        what: "change",
        stays: "so the order stays as you placed it",
      };
  return {
    subject,
    preview: isExpired ? `The ${what} wasn’t paid in time.` : `We’ve withdrawn the ${what}.`,
    heading: edit.acceptance ? "Nothing is exchanged" : "Your order stays as it is",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, ${isExpired ? `we didn’t receive the payment of ${formatRupees(paise(edit.amountPaise))} for the ${what} of order ${order.number} in time` : `we’ve withdrawn the ${what} of order ${order.number}`}, ${stays}. This was the ${what}: ${edit.summary}`,
      ),
      note("You haven’t been charged for it. Should a payment still arrive, we’ll refund it in full."),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}
