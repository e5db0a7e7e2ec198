import type { ContactMessage } from "../../contract/contact/schemas.ts";
import { facts, note, paragraph } from "../mail/email-blocks.ts";
import { type RenderedEmail, renderEmail } from "../mail/email-template.ts";
import type { MailSender } from "../mail/sender.ts";

/** The mail to the shop with a message of the contact form. */
export function contactMail(
  sender: MailSender,
  { name, email, phone, address, message }: ContactMessage,
  reference: string,
): RenderedEmail {
  return renderEmail(sender, {
    subject: `Message from ${name}`,
    preview: message.slice(0, 120) || `${email}, ${phone}`,
    heading: `${name} asks you to get in touch`,
    blocks: [
      paragraph("Sent from the contact form. Reply to this email to answer the sender."),
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
 * The acknowledgement to the sender. Repeats no input except a name that looks like one: anybody can type another's email, and must not
 * make the shop send them a text.
 */
export function acknowledgementMail(sender: MailSender, name: string, reference: string): RenderedEmail {
  const greeting = readsLikeName(name) ? `Hello ${name}` : "Hello";
  return renderEmail(sender, {
    subject: "We’ve received your message",
    preview: `Your reference is ${reference}.`,
    heading: "We’ve received your message",
    blocks: [
      paragraph(
        `${greeting}, thank you for writing. Your reference is ${reference}. We’ll reply within one working day.`,
      ),
      note("Didn’t write to us? Someone may have mistyped their email, and you can ignore this one."),
    ],
  });
}

/** Letters and separators of names; neither a URL nor a sentence. */
function readsLikeName(name: string): boolean {
  return name.length <= 50 && /^[\p{L}\p{M}.'’ -]+$/u.test(name) && !/\.\S/.test(name);
}
