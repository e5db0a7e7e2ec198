import { ACCEPTED_TEXTS, consentWording } from "../../../contract/accounts/consent-wording.ts";
import { formatDateTime } from "../../../contract/dates.ts";
import { formatRupees, type Paise } from "../../base/money.ts";
import { help } from "../../orders/orders/mails/email-parts.ts";
import { button, facts, link, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

interface MailedDraftOrder {
  name: string;
  /** "2 × Kewra Bloom, 50 ml" */
  items: readonly string[];
  totalPaise: Paise;
  message: string;
  url: string;
  validUntil: Date;
  /** Whether it changes what an email before has said. */
  isChange: boolean;
}

/** Renders the email with the payment link. */
export function draftOrderEmail(
  sender: MailSender,
  { name, items, totalPaise, message, url, validUntil, isChange }: MailedDraftOrder,
): RenderedEmail {
  const isFree = totalPaise === 0;
  return renderEmail(sender, {
    subject: isChange
      ? `Your order with ${sender.name} has changed`
      : `Your order with ${sender.name} is ready${isFree ? "" : " to be paid"}`,
    preview: isFree ? "There’s nothing to pay." : `${formatRupees(totalPaise)}, by card, UPI or net banking.`,
    heading: isChange ? "Your order has changed" : "Your order is ready",
    blocks: [
      paragraph(
        `Hello ${name}, we have ${isChange ? "changed your order" : "put your order together"} as we agreed. Please check it, and ${isFree ? "place it" : "pay"} when it suits you.`,
      ),
      ...(message ? [paragraph(message)] : []),
      facts({ label: "Your order", lines: items }, { label: "Total", lines: [formatRupees(totalPaise)] }),
      button(isFree ? "Check and place it" : "Check and pay", url),
      note(
        `The link is valid until ${formatDateTime(validUntil.toISOString())}. Nothing is reserved until you ${isFree ? "place it" : "pay"}. If prices change, you see the new total before you ${isFree ? "place it" : "pay"}.`,
      ),
      note(consentWording("draft_order")),
      ...ACCEPTED_TEXTS.map(({ title, path }) => link(title, sender.origin + path)),
      help(sender),
    ],
  });
}
