import type { ContactMessage } from "../../contract/contact.ts";
import { type WrittenLetter, writeLetter } from "../mail/letter.ts";
import { facts, paragraph } from "../mail/letter-blocks.ts";
import type { MailSender } from "../mail/sender.ts";

/** What the shop is told of somebody who has sent the contact form. */
export function contactMail(sender: MailSender, { name, email, phone, address }: ContactMessage): WrittenLetter {
  return writeLetter(sender, {
    subject: `Message from ${name}`,
    preview: `${email}, ${phone}`,
    heading: `${name} asks you to get in touch`,
    blocks: [
      paragraph("The contact form of the shop was sent with these details. An answer to this mail goes to the sender."),
      facts(
        { label: "Name", lines: [name] },
        { label: "Email", lines: [email] },
        { label: "Phone Number", lines: [phone] },
        { label: "Address", lines: [address] },
      ),
    ],
  });
}
