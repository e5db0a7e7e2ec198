import type { PhoneChannel } from "../../../contract/phone-messages/channels.ts";

/** The shop as its emails present it, and by what else it writes. */
export interface MailSender {
  name: string;
  tagline: string;
  /** The base URL of links, without a slash at the end. */
  origin: string;
  /** The email address in From. */
  email: string;
  /** As displayed; empty if the shop has no number. */
  phone: string;
  /** Postal address, line by line. */
  address: string[];
  /** The colour of buttons and links. */
  color: string;
  /** The newsletter's name, and what it brings, in a sentence. */
  newsletter: { title: string; text: string };
  /** The channels to mobile numbers that are connected, the first to try first; none by default. */
  phoneChannels?: readonly PhoneChannel[];
}
