/** Emails about changes of the account, with what to do if somebody else made them. */

import { type Block, button, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

export function welcomeEmail(sender: MailSender, name: string): RenderedEmail {
  return renderEmail(sender, {
    subject: `Welcome to ${sender.name}`,
    preview: "Your account is ready.",
    heading: `Welcome to ${sender.name}`,
    blocks: [
      paragraph(
        `Hello ${name}, your account is ready. You’ll find your orders, wishlist and addresses in your profile.`,
      ),
      button("See what’s new", `${sender.origin}/products`),
    ],
  });
}

export function passwordChangedEmail(sender: MailSender): RenderedEmail {
  return renderEmail(sender, {
    subject: `Your ${sender.name} password was changed`,
    preview: "You’ve been logged out on your other devices.",
    heading: "Your password was changed",
    blocks: [
      paragraph("Your password was changed and your other devices were logged out. If that was you, all is well."),
      ...ifNotYou(sender),
    ],
  });
}

export function firstPasswordEmail(sender: MailSender): RenderedEmail {
  return renderEmail(sender, {
    subject: `Your ${sender.name} account has a password now`,
    preview: "You can now log in with your email and password.",
    heading: "You’ve set a password",
    blocks: [
      paragraph(
        "You can now log in with your email and password. Logging in with Google works too; it is linked again the next time you use it.",
      ),
      ...ifNotYou(sender),
    ],
  });
}

export function googleLinkedEmail(sender: MailSender): RenderedEmail {
  return renderEmail(sender, {
    subject: `Google is now linked to your ${sender.name} account`,
    preview: "You can now log in with Google.",
    heading: "Google is linked",
    blocks: [paragraph("You can now log in with Google."), ...ifNotYou(sender)],
  });
}

/** @param isBlocked whether the email stays on the list of those who cannot pay in cash */
export function accountClosedEmail(
  sender: MailSender,
  name: string,
  { isBlocked }: { isBlocked: boolean },
): RenderedEmail {
  return renderEmail(sender, {
    subject: `Your ${sender.name} account has been deleted`,
    preview: "Your profile, addresses, wishlist and cart are gone.",
    heading: "Your account has been deleted",
    blocks: [
      paragraph(
        `Hello ${name}, your account has been deleted, with your profile, addresses, wishlist and cart. You’ve been unsubscribed from our newsletter.`,
      ),
      paragraph("Tax law asks us to keep orders and invoices for eight years."),
      ...(isBlocked
        ? [paragraph("Your email stays for one year on our list of buyers who can’t pay in cash on delivery.")]
        : []),
      note(`If this wasn’t you, please write to us at ${sender.email}.`),
    ],
  });
}

const ifNotYou = (sender: MailSender): Block[] => [
  paragraph("If this wasn’t you, set a new password right away. The code comes to this inbox only:"),
  button("Set a new password", `${sender.origin}/forgot/password`),
  note(`And please write to us at ${sender.email}.`),
];
