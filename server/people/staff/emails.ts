/** Emails to staff. The token of a link is in its fragment, which browsers send to no server, so that no log contains it. */

import { button, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

export const invitationUrl = (sender: Pick<MailSender, "origin">, token: string) =>
  `${sender.origin}/admin/invitation#${token}`;

export function invitationEmail(sender: MailSender, { role, url }: { role: string; url: string }): RenderedEmail {
  return renderEmail(sender, {
    subject: `You’re invited to run ${sender.name}`,
    preview: `Join as ${role}. The link works for three days.`,
    heading: `Join ${sender.name}`,
    blocks: [
      paragraph(
        `You’re invited to the back office of ${sender.name}, with the role ${role}. Have an authenticator app ready; you choose your password on the page.`,
      ),
      button("Accept the invitation", url),
      note("The link works once and for three days. Didn’t expect it? You can ignore this email."),
    ],
  });
}

export function passwordResetEmail(sender: MailSender, { name, url }: { name: string; url: string }): RenderedEmail {
  return renderEmail(sender, {
    subject: `Sign in to ${sender.name} again`,
    preview: "Choose a new password and set up your authenticator app. The link works for three days.",
    heading: "Set up your sign-in again",
    blocks: [
      paragraph(
        `Hello ${name}, your sign-in to the back office was reset, and you’ve been signed out everywhere. Choose a new password and set up your authenticator app again.`,
      ),
      button("Set up my sign-in", url),
      note("The link works once and for three days. If you don’t know why you got it, ask the shop’s owner."),
    ],
  });
}

export function staffPasswordChangedEmail(sender: MailSender, name: string): RenderedEmail {
  return renderEmail(sender, {
    subject: `Your password for the back office of ${sender.name} was changed`,
    preview: "You’ve been signed out on your other devices.",
    heading: "Your password was changed",
    blocks: [
      paragraph(`Hello ${name}, your password was changed, and your other sessions have ended.`),
      note("If this wasn’t you, ask the shop’s owner to reset your sign-in right away."),
    ],
  });
}
