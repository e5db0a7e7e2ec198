/** Emails with a code, or that explain why there is none. Subjects never contain a code, because they are stored longer than the body. */

import { button, code, link, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";
import { CODE_MINUTES, RESET_MINUTES } from "./codes.ts";

export const CODE_VALIDITY = `It’s valid for ${CODE_MINUTES} minutes and works once.`;
export const NOT_REQUESTED = `${CODE_VALIDITY} We never ask for it by phone or message.`;

export function signUpCodeEmail(sender: MailSender, digits: string): RenderedEmail {
  return renderEmail(sender, {
    subject: `Your ${sender.name} verification code`,
    preview: `Enter ${digits} to finish signing up. ${CODE_VALIDITY}`,
    heading: "Welcome! Just one step left",
    blocks: [
      paragraph("Enter this code on the sign-up page to create your account."),
      code(digits),
      note(NOT_REQUESTED),
      note(
        "Didn’t sign up? Someone may have mistyped their email. No account is created without the code, so you can ignore this email.",
      ),
    ],
  });
}

/** @param isFirst whether the account comes from the shop before, and has no password yet */
export function emailTakenEmail(sender: MailSender, { isFirst }: { isFirst: boolean }): RenderedEmail {
  if (isFirst)
    return renderEmail(sender, {
      subject: `You already have a ${sender.name} account`,
      preview: "It came with us to our new website. Set a password once, and log in.",
      heading: "You already have an account",
      blocks: [
        paragraph(
          `Someone, most likely you, just tried to sign up at ${sender.name} with this email. We’ve moved to a new website, and your account came with us. Your old password didn’t, so please set one once.`,
        ),
        button("Set a password", `${sender.origin}/forgot/password`),
        note("If this wasn’t you, don’t worry: your account is safe and nothing has changed."),
      ],
    });
  return renderEmail(sender, {
    subject: `You already have a ${sender.name} account`,
    preview: "Log in, or set a new password if the old one has slipped your mind.",
    heading: "You already have an account",
    blocks: [
      paragraph(
        `Someone, most likely you, just tried to sign up at ${sender.name} with this email. You already have an account, so simply log in.`,
      ),
      button("Log in", `${sender.origin}/login`),
      link("Forgot your password? Set a new one", `${sender.origin}/forgot/password`),
      note("If this wasn’t you, don’t worry: your account is safe and nothing has changed."),
    ],
  });
}

/** @param isFirst whether the account comes from the shop before, and has no password yet */
export function passwordResetEmail(
  sender: MailSender,
  { name, isFirst, code: digits, token }: { name: string; isFirst: boolean; code: string; token: string },
): RenderedEmail {
  if (isFirst)
    return renderEmail(sender, {
      subject: `Set your ${sender.name} password`,
      preview: "We’ve moved to a new website. A code and a link; either one will do.",
      heading: "Set your password",
      blocks: [
        paragraph(
          `Hello ${name}, we’ve moved to a new website, and your account came with us. Your old password didn’t, so please set one once. Enter this code on the page where you asked for it:`,
        ),
        code(digits),
        paragraph("Or use this link instead:"),
        button("Set a password", `${sender.origin}/change/password/${token}`),
        note(
          `The code is valid for ${CODE_MINUTES} minutes and the link for ${RESET_MINUTES}. Using one cancels the other.`,
        ),
        note("Didn’t ask for this? You can ignore this email. Please don’t share the code or the link with anyone."),
      ],
    });
  return renderEmail(sender, {
    subject: `Set a new ${sender.name} password`,
    preview: "A code and a link; either one will do.",
    heading: "Set a new password",
    blocks: [
      paragraph(`Hello ${name}, here’s the code you asked for. Enter it on the page where you requested it:`),
      code(digits),
      paragraph("Or use this link instead:"),
      button("Set a new password", `${sender.origin}/change/password/${token}`),
      note(
        `The code is valid for ${CODE_MINUTES} minutes and the link for ${RESET_MINUTES}. Using one cancels the other, and a new password logs you out on every device.`,
      ),
      note(
        "Didn’t ask for this? You can ignore this email; your password stays the same. Please don’t share the code or the link with anyone.",
      ),
    ],
  });
}

export function noAccountEmail(sender: MailSender): RenderedEmail {
  return renderEmail(sender, {
    subject: `No ${sender.name} account for this email`,
    preview: "Someone asked for a new password, but this email has no account.",
    heading: "No account with this email",
    blocks: [
      paragraph(
        `Someone, most likely you, asked for a new password at ${sender.name}. There’s no account with this email, so there’s no password to reset.`,
      ),
      paragraph("Did you sign up with a different email? Try that one. Or create an account now; it takes a minute."),
      button("Sign up", `${sender.origin}/signup`),
      note("If this wasn’t you, someone may have mistyped their email, and you can ignore this one."),
    ],
  });
}

export function linkGoogleEmail(sender: MailSender, digits: string): RenderedEmail {
  return renderEmail(sender, {
    subject: `Confirm your Google sign-in at ${sender.name}`,
    preview: `Enter ${digits} to link Google to your ${sender.name} account. ${CODE_VALIDITY}`,
    heading: "Is this Google account yours?",
    blocks: [
      paragraph(
        "Someone, most likely you, signed in with Google using this email. You already have an account with us. Enter this code to link the two:",
      ),
      code(digits),
      note(NOT_REQUESTED),
      note(
        "If this wasn’t you, please don’t share the code. Nothing is linked without it, so you can ignore this email.",
      ),
    ],
  });
}

export function closeAccountEmail(
  sender: MailSender,
  { name, code: digits }: { name: string; code: string },
): RenderedEmail {
  return renderEmail(sender, {
    subject: `Confirm that you want to delete your ${sender.name} account`,
    preview: `Enter ${digits} to delete your account. ${CODE_VALIDITY}`,
    heading: "Delete your account?",
    blocks: [
      paragraph(
        `Hello ${name}, someone who is logged in as you asked to delete your account. If it was you, enter this code:`,
      ),
      code(digits),
      note(NOT_REQUESTED),
      note("If this wasn’t you, please set a new password right away: it logs everyone else out."),
      link("Set a new password", `${sender.origin}/forgot/password`),
    ],
  });
}
