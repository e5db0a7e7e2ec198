import { button, link, note, paragraph } from "../mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../mail/email-template.ts";
import type { MailSender } from "../mail/sender.ts";

/** The mails about the newsletter. Each can be left from, by its own link and by the mail program's button. */

/** Asks the mailbox's owner whether the sign-up is meant. */
export function confirmationMail(
  sender: MailSender,
  { confirmUrl, unsubscribeUrl }: { confirmUrl: string; unsubscribeUrl: string },
): RenderedEmail {
  return renderEmail(sender, {
    subject: `Do you want the letters of ${sender.name}?`,
    preview: "One click, and you are on the list.",
    heading: "One click is left",
    blocks: [
      paragraph(
        `Somebody, most likely you, has asked for the letters of ${sender.name} to come to this address: new scents and old recipes, about once a month.`,
      ),
      button("Confirm the sign-up", confirmUrl),
      note("The link is good for three days. Without it nothing is sent."),
      note("It was not you? Then somebody mistyped an address, and you can delete this mail."),
      link("I do not want this", unsubscribeUrl),
    ],
  });
}

/** Says that the address is on the list, after it was confirmed and to whoever signs up again. */
export function subscribedMail(sender: MailSender, { unsubscribeUrl }: { unsubscribeUrl: string }): RenderedEmail {
  return renderEmail(sender, {
    subject: `You are on the list of ${sender.name}`,
    preview: "The next letter comes to you.",
    heading: "You are on the list",
    blocks: [
      paragraph("The next letter comes to this address, about once a month, and there is nothing more to do."),
      button("See what is new", `${sender.origin}/products`),
      note("Enough of it one day? One click is all it takes, and every letter has the link."),
      link("Unsubscribe", unsubscribeUrl),
    ],
  });
}
