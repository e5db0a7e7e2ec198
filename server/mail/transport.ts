/** A file that goes with a mail. */
export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A mail as it is handed over. */
export interface OutgoingMail {
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  attachments: MailAttachment[];
  /** Whom an answer goes to; null for whom it comes from. */
  replyTo: string | null;
  /** Where a POST ends what this mail belongs to; null where there is nothing to leave. */
  unsubscribeUrl: string | null;
}

/** Whatever takes mails from us: a mail server, or the demo's mailbox. `send` resolves when the mail is taken. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}
