/** The newsletter's transactional emails. Each has an unsubscribe link, and headers for the mail program's unsubscribe button. */

import { button, link, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

/** Asks the email's owner to confirm the sign-up. */
export function confirmSubscriptionEmail(
  sender: MailSender,
  { confirmUrl, unsubscribeUrl }: { confirmUrl: string; unsubscribeUrl: string },
): RenderedEmail {
  return renderEmail(sender, {
    subject: `Confirm your ${sender.name} newsletter`,
    preview: "One click and you’re on the list.",
    heading: "Just one click left",
    blocks: [
      paragraph(
        `Someone, most likely you, signed up for the ${sender.name} newsletter with this email. ${sender.newsletter.text}`,
      ),
      button("Confirm sign-up", confirmUrl),
      note("The link is valid for three days. We won’t send anything unless you confirm."),
      note("If this wasn’t you, someone may have mistyped their email, and you can ignore this one."),
      link("I don’t want this newsletter", unsubscribeUrl),
    ],
  });
}

/** Says that the email is subscribed: after its confirmation, and when it signs up again. */
export function subscribedEmail(sender: MailSender, { unsubscribeUrl }: { unsubscribeUrl: string }): RenderedEmail {
  return renderEmail(sender, {
    subject: `You’re on the ${sender.name} list`,
    preview: "Look out for our next newsletter.",
    heading: "You’re on the list",
    blocks: [
      paragraph("You’ll get our next newsletter at this email, about once a month. There’s nothing more to do."),
      button("See what’s new", `${sender.origin}/products`),
      note("Changed your mind? You can unsubscribe with one click; the link is in every issue."),
      link("Unsubscribe", unsubscribeUrl),
    ],
  });
}
