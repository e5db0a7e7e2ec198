/** An attached file. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A mail as it is handed over to the mail server. */
export interface OutgoingMail {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  attachments: MailAttachment[];
  /** The Reply-To; null for the sender. */
  replyTo: string | null;
  /** The URL at which a POST unsubscribes; null unless the mail is a newsletter. */
  unsubscribeUrl: string | null;
}

/** A mail server, or the demo's mailbox. `send` resolves once the mail is accepted. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
