/** An attached file. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A mail as it is handed to the mail server. */
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
  /** Where a POST ends the subscription that the mail belongs to; null if it belongs to none. */
  unsubscribeUrl: string | null;
}

/** A mail server, or the demo's mailbox. `send` resolves when the mail is accepted. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
