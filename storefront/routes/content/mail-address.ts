import type { ContactMessage } from "../../../contract/contact.ts";

/** A `mailto:` address that opens a mail to the shop with the sender's details below the place for the message. */
export function mailAddress(shopEmail: string, { name, email, phone, address }: ContactMessage): string {
  const subject = `Message from ${name}`;
  // Line ends of a mail are CRLF (RFC 6068).
  const body = ["", "", "", `Name: ${name}`, `Email: ${email}`, `Phone: ${phone}`, `Address: ${address}`].join("\r\n");
  return `mailto:${shopEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
