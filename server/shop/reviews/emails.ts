/** Emails to authors about staff's decisions. */

import { button, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

interface Reviewed {
  name: string;
  productTitle: string;
  productSlug: string;
}

export function reviewPublishedEmail(sender: MailSender, { name, ...product }: Reviewed): RenderedEmail {
  return renderEmail(sender, {
    subject: `Your review of ${product.productTitle} is live`,
    preview: "Everyone can read it now.",
    heading: "Your review is live",
    blocks: [
      paragraph(`Thank you, ${name}. Everyone can read it now.`),
      ...linkTo(sender, product, "Read your review"),
    ],
  });
}

/** @param reason in a sentence of staff */
export function reviewRejectedEmail(sender: MailSender, { name, ...product }: Reviewed, reason: string): RenderedEmail {
  return renderEmail(sender, {
    subject: `Your review of ${product.productTitle} wasn’t published`,
    preview: reason,
    heading: "We couldn’t publish your review",
    blocks: [
      paragraph(`Hello ${name}, we couldn’t publish your review. ${reason} You can edit it and send it again.`),
      ...linkTo(sender, product, "Edit your review"),
    ],
  });
}

/** Empty if the shop's origin is unknown. */
const linkTo = ({ origin }: MailSender, { productSlug }: Pick<Reviewed, "productSlug">, label: string) =>
  origin ? [button(label, `${origin}/product/${productSlug}#reviews`)] : [];
