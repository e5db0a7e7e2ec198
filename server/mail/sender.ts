/** The shop as its emails present it. */
export interface MailSender {
  name: string;
  tagline: string;
  /** The base URL of links, without a slash at the end. */
  origin: string;
  /** The email address of From. */
  email: string;
  /** As displayed; empty if the shop has none. */
  phone: string;
  /** Postal address, line by line. */
  address: string[];
}
