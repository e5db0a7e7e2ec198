import { type WrittenLetter, writeLetter } from "../mail/letter.ts";
import { button, code, note, paragraph } from "../mail/letter-blocks.ts";
import type { MailSender } from "../mail/sender.ts";

/** The mails about an account. A subject never holds a code: it is kept when the rest of a mail is forgotten. Each says what happened, what to do, and what to do when it was not the reader. */

const CODE_LIFE = "It is good for 10 minutes and for one use.";

export function signUpCodeMail(sender: MailSender, digits: string): WrittenLetter {
  return writeLetter(sender, {
    subject: `Your code for ${sender.name}`,
    preview: `${digits} opens your account. ${CODE_LIFE}`,
    heading: "Welcome. One step is left.",
    blocks: [
      paragraph("Enter this code on the page where you signed up, and your account is open."),
      code(digits),
      note(`${CODE_LIFE} We never ask for it by phone or message.`),
      note(
        "You did not sign up? Then somebody mistyped an address. Nothing happens unless the code is entered, so you can delete this mail.",
      ),
    ],
  });
}

export function addressIsTakenMail(sender: MailSender): WrittenLetter {
  return writeLetter(sender, {
    subject: `You already have a ${sender.name} account`,
    preview: "Log in, or set a new password if the old one has slipped your mind.",
    heading: "You already have an account",
    blocks: [
      paragraph(
        `Somebody, most likely you, has just tried to sign up at ${sender.name} with this address. It has an account already, so there is no need for another.`,
      ),
      button("Log in", `${sender.origin}/login`),
      paragraph(`Password forgotten? Set a new one at ${sender.origin}/forgot/password`),
      note("It was not you? Your account is safe, and nothing has changed."),
    ],
  });
}

export function resetMail(
  sender: MailSender,
  { name, code: digits, token }: { name: string; code: string; token: string },
): WrittenLetter {
  return writeLetter(sender, {
    subject: `Set a new ${sender.name} password`,
    preview: "A code and a link; either one will do.",
    heading: "Set a new password",
    blocks: [
      paragraph(`Hello ${name}, here is the code that you asked for. Enter it where you asked for it:`),
      code(digits),
      paragraph("Or go straight on with this link:"),
      button("Set a new password", `${sender.origin}/change/password/${token}`),
      note(
        "The code is good for 10 minutes, the link for 15. Using one of them ends the other, and a new password logs every device out.",
      ),
      note(
        "You did not ask for this? Then you can delete this mail; your password stays as it is. Please pass neither code nor link on to anybody.",
      ),
    ],
  });
}

export function noAccountMail(sender: MailSender): WrittenLetter {
  return writeLetter(sender, {
    subject: `There is no ${sender.name} account for this address`,
    preview: "Somebody asked for a new password, but this address has no account.",
    heading: "No account under this address",
    blocks: [
      paragraph(
        `Somebody, most likely you, has asked for a new password at ${sender.name}. There is no account under this address, so there is no password to set.`,
      ),
      paragraph("Perhaps you signed up with another address? Try that one. Or open an account now; it takes a minute."),
      button("Sign up", `${sender.origin}/signup`),
      note("It was not you? Then somebody mistyped an address, and you can delete this mail."),
    ],
  });
}

export function passwordChangedMail(sender: MailSender): WrittenLetter {
  return writeLetter(sender, {
    subject: `Your ${sender.name} password was changed`,
    preview: "Every device was logged out.",
    heading: "Your password was changed",
    blocks: [
      paragraph("Your account has a new password, and every device was logged out. If that was you, all is well."),
      paragraph("It was not you? Set another password at once, with a code that only your mailbox receives:"),
      button("Set a new password", `${sender.origin}/forgot/password`),
      note(`And please write to us at ${sender.email}.`),
    ],
  });
}

export function joinGoogleMail(sender: MailSender, digits: string): WrittenLetter {
  return writeLetter(sender, {
    subject: `Confirm your Google sign-in at ${sender.name}`,
    preview: `${digits} joins your Google account to your account here. ${CODE_LIFE}`,
    heading: "Is this Google account yours?",
    blocks: [
      paragraph(
        "Somebody, most likely you, has signed in with a Google account of this address. You have an account with us already; enter this code to join the two:",
      ),
      code(digits),
      note(`${CODE_LIFE} We never ask for it by phone or message.`),
      note("It was not you? Then do not pass the code on. Without it nothing is joined, and you can delete this mail."),
    ],
  });
}
