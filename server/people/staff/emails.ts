/** Emails to staff. The token of a link is in its fragment, which browsers send to no server, so that no log contains it. */

import { formatDateTime } from "../../../contract/dates.ts";
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

export function signInResetEmail(sender: MailSender, { name, url }: { name: string; url: string }): RenderedEmail {
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

/** @param at the time of the sign-in */
export function newBrowserEmail(
  sender: MailSender,
  { name, browser, at }: { name: string; browser: string; at: Date },
): RenderedEmail {
  return renderEmail(sender, {
    subject: `New sign-in to the back office of ${sender.name}`,
    preview: `${browser}, ${formatDateTime(at)}. If this was you, there’s nothing to do.`,
    heading: "You signed in from a new browser",
    blocks: [
      paragraph(
        `Hello ${name}, on ${formatDateTime(at)} your account was used from ${browser}, a browser that hasn’t signed in as you before. If this was you, there’s nothing to do.`,
      ),
      note(
        "If this wasn’t you, ask the shop’s owner to reset your sign-in right away. That ends every session, and your password and authenticator app stop working.",
      ),
    ],
  });
}

/** @param isOwn whether it goes to the member; else to an owner */
export function lockedOutEmail(sender: MailSender, { name, isOwn }: { name: string; isOwn: boolean }): RenderedEmail {
  const [whose, who] = isOwn ? ["your account", "you"] : [`the account of ${name}`, name];
  return renderEmail(sender, {
    subject: `Too many wrong sign-ins to the back office of ${sender.name}`,
    preview: `Somebody has tried to sign in as ${who}. Nobody got in by it.`,
    heading: "Too many wrong passwords or codes",
    blocks: [
      paragraph(
        `Wrong passwords or codes were typed so often for ${whose} that no further ones are checked for some minutes. Nobody got in by them.`,
      ),
      note(
        isOwn
          ? "If this wasn’t you, choose a password that you use nowhere else, and tell the shop’s owner. Browsers that you have signed in from before aren’t locked out by strangers."
          : `Ask ${name} whether this was them. Staff and roles shows how many sign-ins have failed, and resets a sign-in that may be known to others.`,
      ),
    ],
  });
}
