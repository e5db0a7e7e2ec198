/** Emails about unapplied payments, refunds, and orders that were not paid. */

import { NOUN_WORDS } from "../../../../contract/orders/change-nouns.ts";
import { isConfirmedByCustomer } from "../../../../contract/orders/payment-terms.ts";
import { formatRupees, type Paise, paise } from "../../../base/money.ts";
import type { RefundReason } from "../../../platform/database/schema.ts";
import { button, facts, note, paragraph } from "../../../platform/mail/email-blocks.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import type { MailSender } from "../../../platform/mail/sender.ts";
import { cashOf } from "../balance.ts";
import { isSale } from "../lifecycle.ts";
import { nounOfEdit, type OrderEdit } from "../pending-edit.ts";
import {
  accountOf,
  amounts,
  BANKS,
  contents,
  creditNoteAttached,
  help,
  moneyBack,
  type OrderEmailContext,
  refundOf,
  seeOrder,
  voucherAttached,
  whyLess,
  willPayOut,
  willRefund,
} from "./email-parts.ts";

/** A payment that cannot be applied to its order and is refunded. */
export interface UnappliedPayment {
  reason: Extract<RefundReason, "too_late" | "cancelled" | "replaced" | "paid_twice" | "wrong_amount" | "dispatched">;
  amountPaise: Paise;
  /** The number of the order that was paid instead. */
  replacedBy?: string | undefined;
  /** The change of the order's items that it was to pay for. */
  edit?: Pick<OrderEdit, "amountPaise" | "acceptance"> | null;
}

export function unappliedPaymentEmail(
  sender: MailSender,
  context: OrderEmailContext,
  returned: UnappliedPayment,
): EmailTemplate {
  const { order, payment } = context;
  const { subject, heading, preview, why } = textsOf(context, returned);
  return {
    subject,
    preview,
    heading,
    blocks: [
      paragraph(`Hello ${order.customerName}, ${why}`),
      paragraph(
        `We’re refunding the full ${formatRupees(returned.amountPaise)} to ${accountOf(payment)}. ${BANKS} You don’t need to do anything.`,
      ),
      ...voucherAttached(context),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

function textsOf({ order }: OrderEmailContext, { reason, amountPaise, replacedBy, edit }: UnappliedPayment) {
  const amount = formatRupees(amountPaise);
  const one = {
    subject: `We’re refunding your payment for order ${order.number}`,
    heading: "We’re refunding your payment",
  };
  const gone = (has: string) =>
    `something in your order ${has} sold out${order.offers.length > 0 ? `, or its offer ${has} ended,` : ""}`;
  const change = edit ? NOUN_WORDS[nounOfEdit(edit)] : NOUN_WORDS.edit;
  if (edit && reason === "wrong_amount")
    return {
      ...one,
      preview: `It was ${amount}, and the ${change} costs ${formatRupees(paise(edit.amountPaise))}.`,
      why: `we received ${amount} for the ${change} of order ${order.number}, which costs ${formatRupees(paise(edit.amountPaise))}. We can’t accept a different amount.`,
    };
  if (edit && reason === "too_late")
    return {
      ...one,
      heading: "Your payment arrived too late",
      preview: `It arrived after the ${change} of your order had ended. Your order isn’t affected.`,
      why: `your payment of ${amount} arrived after the ${change} of order ${order.number} had been withdrawn or had expired. Your order isn’t affected.`,
    };
  switch (reason) {
    case "paid_twice":
      return {
        subject: `We’re refunding your extra payment for order ${order.number}`,
        heading: "We’re refunding your extra payment",
        preview: `We received ${amount} twice. Your order isn’t affected.`,
        why: `we received a second payment of ${amount} for order ${order.number}. Your order isn’t affected.`,
      };
    case "wrong_amount":
      return {
        ...one,
        preview: `It was ${amount}, and the order costs ${formatRupees(order.totalPaise)}.`,
        why: `we received ${amount} for order ${order.number}, which costs ${formatRupees(order.totalPaise)}. We can’t accept a different amount.`,
      };
    case "replaced":
      return {
        ...one,
        preview: `You have placed order ${replacedBy ?? ""} instead.`,
        why: `we received ${amount} for order ${order.number}. You had changed it and placed order ${replacedBy ?? ""} instead, which isn’t affected.`,
      };
    case "cancelled":
      return {
        ...one,
        preview: "It arrived after the order had been cancelled.",
        why: `your payment of ${amount} arrived after order ${order.number} had been cancelled.`,
      };
    case "dispatched":
      return {
        ...one,
        heading: "Your payment arrived too late",
        preview: "Your parcel had left us already. Please pay the courier.",
        why: `your payment of ${amount} arrived after order ${order.number} had left us for cash on delivery. Please pay the courier ${formatRupees(cashOf(order))} in cash when it arrives.`,
      };
    case "too_late":
      return {
        ...one,
        heading: "Your payment arrived too late",
        preview: `It arrived after the time to pay had run out, and ${gone("has").replace(/,$/, "")}.`,
        why: `your payment of ${amount} arrived after the time to pay had run out, and ${gone("had")} by then. We’re sorry.`,
      };
  }
}

/** An order for cash on delivery was paid online. @param prepaid what was paid now, and the fee that is no longer due */
export function prepaidEmail(
  sender: MailSender,
  context: OrderEmailContext,
  { paidPaise, savedPaise }: { paidPaise: Paise; savedPaise: Paise },
): EmailTemplate {
  const { order, payment } = context;
  return {
    subject: `Payment received for order ${order.number}`,
    preview: "Nothing is due when your parcel arrives.",
    heading: "Your order is paid",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we’ve received ${formatRupees(paidPaise)} for order ${order.number}, so there’s nothing to pay when your parcel arrives.${savedPaise > 0 ? ` We’ve taken off the cash fee of ${formatRupees(savedPaise)}.` : ""}`,
      ),
      facts({ label: "Paid with", lines: [accountOf(payment)] }),
      ...amounts(context),
      seeOrder(sender, order),
      note("Your invoice is attached."),
      help(sender),
    ],
  };
}

/** Some items are refunded without a return. */
export function unitsRefundedEmail(sender: MailSender, context: OrderEmailContext): EmailTemplate {
  const { order } = context;
  return {
    subject: `We’re refunding items of your order ${order.number}`,
    preview: `We’re refunding ${formatRupees(refundOf(context))}.`,
    heading: "We’re refunding items of your order",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we’re sorry that something wasn’t right with order ${order.number}. ${moneyBack(context)}`,
      ),
      ...whyLess(context),
      ...creditNoteAttached(context),
      ...contents(context),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** What was retained for the credit of a set is refunded, because no other order uses it any more. */
export function releasedCreditEmail(sender: MailSender, context: OrderEmailContext): EmailTemplate {
  const { order } = context;
  return {
    subject: `We’re refunding the set of your order ${order.number}`,
    preview: `We’re refunding ${formatRupees(refundOf(context))}.`,
    heading: "We’re refunding the rest of your set",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, when you returned the set of order ${order.number}, its price was credited to another order. That credit is no longer used. ${moneyBack(context)}`,
      ),
      ...creditNoteAttached(context),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** Shipping and fees are refunded, and no goods. @param why in a sentence */
export function shippingRefundedEmail(sender: MailSender, context: OrderEmailContext, why: string): EmailTemplate {
  const { order } = context;
  return {
    subject: `We’re refunding the shipping of your order ${order.number}`,
    preview: `We’re refunding ${formatRupees(refundOf(context))}.`,
    heading: "We’re refunding your shipping",
    blocks: [
      paragraph(`Hello ${order.customerName}, ${why}`),
      paragraph(moneyBack(context)),
      ...creditNoteAttached(context),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

interface RefundDetails {
  /** Where the money was sent, in words. */
  account?: string;
  /** The reference by which the customer's bank finds it. */
  bankReference?: string | null;
  /** The reason in a sentence; may be empty. */
  note?: string;
}

export function refundedEmail(
  sender: MailSender,
  context: OrderEmailContext,
  amountPaise: Paise,
  { account = accountOf(context.payment), bankReference = null, note: why = "" }: RefundDetails = {},
): EmailTemplate {
  const { order, credited } = context;
  return {
    subject: `Your refund for order ${order.number}`,
    preview: `Your refund of ${formatRupees(amountPaise)} is on its way.`,
    heading: "Your refund is on its way",
    blocks: [
      paragraph(`Hello ${order.customerName}, we’ve refunded ${formatRupees(amountPaise)} to ${account}. ${BANKS}`),
      ...(why ? [paragraph(why)] : []),
      ...(bankReference
        ? [
            facts({
              label: "Bank reference (ARN)",
              lines: [bankReference, "If the refund doesn’t show up, your bank can find it by this number."],
            }),
          ]
        : []),
      // Omitted once units are cancelled or returned, since those may be what is refunded.
      ...(isSale(order.state) && !credited ? [paragraph(`Your order ${order.number} isn’t affected.`)] : []),
      ...voucherAttached(context),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** A part of the cash that was paid is refunded. */
export function goodwillEmail(
  sender: MailSender,
  context: OrderEmailContext,
  { amountPaise, note: why }: { amountPaise: Paise; note: string },
): EmailTemplate {
  const { order } = context;
  return {
    subject: `A refund for your order ${order.number}`,
    preview: `We’re refunding ${formatRupees(amountPaise)}.`,
    heading: "We’re sending you a refund",
    blocks: [
      paragraph(`Hello ${order.customerName}, ${why}`),
      paragraph(context.refunds ? moneyBack(context) : willPayOut(amountPaise)),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** @param upiId in part, such as "as…@okaxis" */
export function refundAccountEmail(sender: MailSender, { order }: OrderEmailContext, upiId: string): EmailTemplate {
  return {
    subject: `UPI ID for your refund of order ${order.number}`,
    preview: `We’ll send your refund to ${upiId}.`,
    heading: "We have your UPI ID",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, thank you. We’ll send your refund to ${upiId} within 2 working days and email you when it’s done.`,
      ),
      seeOrder(sender, order),
      note(`Wasn’t this you? Please write to us at ${sender.email} straight away.`),
    ],
  };
}

export function refundFailedEmail(sender: MailSender, { order }: OrderEmailContext, amountPaise: Paise): EmailTemplate {
  return {
    subject: `Your refund for order ${order.number} needs another try`,
    preview: `Your bank didn’t accept ${formatRupees(amountPaise)}. Tell us where to send it.`,
    heading: "Your refund needs another try",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, your bank didn’t accept the refund of ${formatRupees(amountPaise)}. We’re sorry. Enter your UPI ID on your order’s page${sender.phone && `, or call us on ${sender.phone}`}, and we’ll send it right away.`,
      ),
      seeOrder(sender, order),
      note("Please never send anyone a PIN, a one-time code or a full card number. We don’t need them."),
    ],
  };
}

/** @param leftPaise what is still refunded; may be 0 */
export function refundDroppedEmail(sender: MailSender, context: OrderEmailContext, leftPaise: Paise): EmailTemplate {
  const { order, payment, byBankPaise = paise(0) } = context;
  return {
    subject: `About the refund for your order ${order.number}`,
    preview: "Your bank has already returned your payment.",
    heading: "Your bank has returned your payment",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, we had promised you a refund. Your bank has already returned ${formatRupees(byBankPaise)} to you, because you disputed the payment, so we won’t send the same money again.${leftPaise > 0 ? ` ${willRefund(leftPaise, payment)}` : ""}`,
      ),
      seeOrder(sender, order),
      help(sender),
    ],
  };
}

/** @param inCart whether something of the order is in its customer's cart */
export function expiredEmail(
  sender: MailSender,
  { order }: OrderEmailContext,
  { inCart }: { inCart: boolean },
): EmailTemplate {
  const isCash = isConfirmedByCustomer(order);
  return {
    subject: `Your order ${order.number} wasn’t completed`,
    preview: isCash ? "It wasn’t confirmed in time." : "We didn’t receive a payment, and you haven’t been charged.",
    heading: "Your order wasn’t completed",
    blocks: [
      paragraph(
        `Hello ${order.customerName}, ${isCash ? `order ${order.number} for cash on delivery wasn’t confirmed with the code in time, so it has expired.` : `we didn’t receive a payment for order ${order.number}, so it has expired and you haven’t been charged.`}${inCart ? " Your items are still in your cart." : ""}`,
      ),
      ...(inCart ? [button("Go to cart", `${sender.origin}/cart`)] : []),
      ...(isCash
        ? []
        : [
            note(
              "Should your bank send the payment after all, we’ll either confirm your order or refund it in full, and email you.",
            ),
          ]),
      help(sender),
    ],
  };
}
