import { type ContactForm, messagePage } from "../../../contract/contact/schemas.ts";
import { formatDateTime, formatDay } from "../../../contract/dates.ts";
import { button, facts, note, paragraph } from "../../platform/mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../../platform/mail/email-template.ts";
import type { MailSender } from "../../platform/mail/sender.ts";

/** Forwards a message of the contact form to the shop. */
export function contactEmail(
  sender: MailSender,
  { name, email, phone, address, message, complaint }: ContactForm,
  { reference, acknowledgeBy, resolveBy }: { reference: string; acknowledgeBy: Date; resolveBy: Date },
): RenderedEmail {
  return renderEmail(sender, {
    subject: complaint ? `Complaint from ${name}` : `Message from ${name}`,
    preview: message.slice(0, 120) || `${email}, ${phone}`,
    heading: complaint ? `${name} complains` : `${name} asks you to get in touch`,
    blocks: [
      paragraph("Sent from the contact form. Reply to this email to answer the sender."),
      ...(complaint
        ? [
            paragraph(
              `The sender calls it a complaint, so it is in the register of grievances: answer it in the back office by ${formatDateTime(acknowledgeBy)} and resolve it by ${formatDay(resolveBy)}.`,
            ),
          ]
        : []),
      ...(message ? [facts({ label: "Message", lines: message.split("\n") })] : []),
      facts(
        { label: "Name", lines: [name] },
        { label: "Email", lines: [email] },
        { label: "Phone Number", lines: [phone] },
        { label: "Address", lines: [address] },
        { label: "Reference", lines: [reference] },
      ),
    ],
  });
}

/**
 * Acknowledges a message to its sender. Repeats no input except a name that looks like one: anybody can type another's email, and must not
 * make the shop send them a text.
 */
export function acknowledgementEmail(sender: MailSender, name: string, reference: string): RenderedEmail {
  const greeting = readsLikeName(name) ? `Hello ${name}` : "Hello";
  return renderEmail(sender, {
    subject: "We’ve received your message",
    preview: `Your reference is ${reference}.`,
    heading: "We’ve received your message",
    blocks: [
      paragraph(
        `${greeting}, thank you for writing. Your reference is ${reference}. We’ll reply within one working day.`,
      ),
      follow(sender, reference),
      note("Didn’t write to us? Someone may have mistyped their email, and you can ignore this one."),
    ],
  });
}

/** Composes staff's answer to a message. @param text paragraphs, as typed */
export function answerEmail(
  sender: MailSender,
  { name, reference, message }: { name: string; reference: string; message: string },
  text: string,
): RenderedEmail {
  return renderEmail(sender, {
    subject: `Your message ${reference}`,
    preview: text.slice(0, 120),
    heading: "Our answer to your message",
    blocks: [
      paragraph(readsLikeName(name) ? `Hello ${name},` : "Hello,"),
      ...text
        .split(/\n{2,}/)
        .filter((part) => part.trim() !== "")
        .map(paragraph),
      ...(message ? [facts({ label: "You wrote", lines: message.split("\n") })] : []),
      note(`Your reference is ${reference}. Reply to this email to write to us again.`),
    ],
  });
}

/** The grievance officer of the settings. */
export interface Officer {
  name: string;
  address: string;
}

interface Grievance {
  name: string;
  reference: string;
  officer: Officer;
  resolveBy: Date;
}

/** Acknowledges a grievance, with its ticket number. */
export function grievanceEmail(sender: MailSender, { name, reference, officer, resolveBy }: Grievance): RenderedEmail {
  return renderEmail(sender, {
    subject: `We’ve received your complaint ${reference}`,
    preview: `Your ticket number is ${reference}.`,
    heading: "We’ve received your complaint",
    blocks: [
      paragraph(
        `${readsLikeName(name) ? `Hello ${name}` : "Hello"}, your complaint has the ticket number ${reference}. We’ll resolve it by ${formatDay(resolveBy)}.`,
      ),
      facts({ label: "Our grievance officer", lines: [officer.name, officer.address] }),
      follow(sender, reference),
      note("Reply to this email to add something to your complaint."),
    ],
  });
}

/** Links to the page that shows how far a message is. */
const follow = ({ origin }: MailSender, reference: string) =>
  button("Follow your message", `${origin}${messagePage(reference)}`);

/** Whether a text has only characters of names, and is not a URL. */
function readsLikeName(name: string): boolean {
  return name.length <= 50 && /^[\p{L}\p{M}.'’ -]+$/u.test(name) && !/\.\S/.test(name);
}
