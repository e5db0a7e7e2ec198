/** The shop as its mails show it. */
export interface MailSender {
  name: string;
  tagline: string;
  /** Where the shop is on the web, without a slash at the end: the base of every link in a mail. */
  origin: string;
  /** Address that mails come from and that customers may answer to. */
  email: string;
  /** As people read it; empty where the shop has none. */
  phone: string;
  /** Postal address, line by line. */
  address: string[];
}
